package rule

import "strings"

// unbuilt gives the rules of families that are not analysed yet. [rules] and
// silencing comments may name them all the same.
func unbuilt() []Entry {
	var list []Entry
	for line := range strings.Lines(unbuiltTable) {
		word := strings.Fields(line)
		if len(word) != 4 {
			continue
		}
		e := Entry{Code: word[0], Name: word[1]}
		for c := CommentNo; c <= CommentYes; c++ {
			if c.String() == word[2] {
				e.Comment = c
			}
		}
		for c := ConfigNo; c <= ConfigAny; c++ {
			if c.String() == word[3] {
				e.Config = c
			}
		}
		list = append(list, e)
	}
	return list
}

// unbuiltTable is code, name, comment and [rules] of rules.md.
const unbuiltTable = `
XM001 unclosed-component yes any
XM002 malformed-tag yes any
XM003 stray-closing-tag yes any
XM004 duplicate-attribute yes any
XM005 spread-ignored yes any
XM006 fence-not-closed yes any
XM007 executable-fence-inert yes any
XM008 component-in-code-span yes any
XM009 live-component-in-comment yes any
XM010 frontmatter-unreadable yes any
XM011 frontmatter-shape yes any
XM012 block-binding-invalid yes any
XM013 unknown-component yes any
XM014 prop-missing yes any
XM015 prop-unknown yes any
XM016 prop-type yes any
XM017 else-misplaced yes any
XM018 document-too-large no no
XM101 evaluate-source-missing yes any
XM102 evaluate-source-not-string yes any
XM103 evaluate-has-content yes any
XM104 evaluate-unknown-prop yes any
XM105 allow-not-array yes any
XM106 allow-empty yes any
XM107 allow-unknown-class yes any
XM108 allow-duplicate-class yes any
XM109 allow-not-literal yes any
XM110 allow-order yes any
XM112 write-without-table yes any
XM113 read-without-table yes any
XM114 binding-not-literal yes any
XM115 binding-invalid yes any
XM116 observation-unbound yes any
XM117 observation-interpolated yes any
XM120 write-not-gated yes any
XM121 gate-answer-unused yes any
XM122 write-on-decline yes any
XM123 evaluate-shadowed yes any
XM130 literal-source-refused yes any
XM201 refused-block no no
XM202 refused-expression no no
XM203 refused-interpolation no no
XM204 refused-binding no no
XM205 refused-component no no
XM206 refused-content no no
XM207 refused-form no no
XM208 refused-request no no
XM209 refused-construct no no
XM210 refused-path no no
XM211 refused-props no no
XM301 policy-unreadable no no
XM302 policy-unknown-key no no
XM303 policy-missing-key no no
XM304 policy-bad-value no no
XM305 policy-bad-name no no
XM306 policy-form-twice no no
XM307 policy-two-definitions no no
XM308 policy-form-contradiction no no
XM309 policy-requests-missing no no
XM310 policy-request-invalid no no
XM311 policy-outside-class no no
XM312 policy-selected-root no no
XM314 policy-credential no raise
XM315 policy-later-identity no no
XM320 selection-invalid no no
XM321 selection-no-table no no
XM401 record-unreadable no no
XM402 ceiling-changed no no
XM403 record-inconsistent no no
XM404 candidate-ignored no no
SCR101 invisible-characters yes raise
SCR102 hidden-presentation yes raise
SCR103 model-directive yes raise
SCR104 mixed-script-confusable yes raise
SCR105 encoded-payload yes raise
SCR106 concealed-rendering yes raise
SCR107 screen-limit yes raise
PRV101 provider-bypass yes any
PRV102 provider-tool-grant yes any
PRV103 provider-implicit-grant yes any
PRV201 provider-unfenced-text yes any
PRV202 provider-weak-fence yes any
CFG201 dictionary-path no no
CFG202 dictionary-version no no
CFG203 dictionary-key no no
CFG204 dictionary-subtracts no no
CFG205 dictionary-overrides no no
CFG206 dictionary-pattern no no
CFG207 dictionary-phrase no no
`
