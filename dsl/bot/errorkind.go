package bot

// The kinds of errors, in the order of their codes; B rows are those of
// authoring.md 2.2, whose edit is the error's Fix where one is given.
//
//	E001  unexpected            a token that cannot stand here (also E002 and E012 by block)
//	E001  unexpected-character  a control or other invisible character
//	E001  misspelt-keyword      no keyword at the head of a declaration; B1
//	E001  orphan-edge           an edge outside workflows and groups
//	E002  missing-colon         B3
//	E002  missing-name          a declaration without name
//	E002  missing-body          a header or block without lines below it
//	E002  missing-value         nothing behind the colon (E020 where words are listed)
//	E002  misplaced-declaration a declaration in a workflow (E012 in another block)
//	E002  block-value           a value where a block belongs
//	E002  unquoted              text that needs quotes; B4
//	E002  quoted-name           quotes around a name; the fix takes them away
//	E002  wrong-value           a value of another form
//	E002  bad-value             tokens that make no value
//	E002  negative-number       two errors, at the sign and behind it
//	E002  list-lines            a list over several lines; B5
//	E002  unclosed-list         the fix closes it, as for the next four
//	E002  unclosed-map
//	E002  unclosed-constraint
//	E002  unclosed-with
//	E002  missing-paren
//	E002  missing-comma         the fix inserts it
//	E002  missing-element       nothing before a comma or behind a dash
//	E002  bad-element           an element of another form
//	E002  shallow-dash          dashes that are no deeper than their key
//	E002  unknown-constraint    neither enum nor matching
//	E002  missing-arrow         half an edge: a name and no arrow
//	E002  missing-target        half an edge: an arrow that leads nowhere
//	E002  wrong-arrow           =>, - >, -->; B2
//	E002  missing-guard         nothing behind when
//	E002  empty-guard           when ""
//	E002  negated-expression    when not "…"
//	E002  half-loop             as without name, cap or array
//	E002  bad-cap               a cap that is none
//	E002  missing-brace         with without brace
//	E002  half-use              use without group or prefix
//	E003  tab-indent            B6, safe
//	E003  misaligned            between two levels; B7
//	E003  stray-indent          deeper than its block, or in none; B8 at top level
//	E003  shallow-line          of a prompt body, together with shallow-body
//	E003  continued-edge        clauses on the line below their edge
//	E003  too-deep              more than 100 levels
//	E004  unclosed-string       B9
//	E004  unclosed-raw          B10
//	E005  unknown-escape        B11
//	E006  invalid-utf8
//	E010  repeated-key          in vars, presets, attachments, secrets (E014 in contracts and JSON)
//	E011  reserved-name
//	E012  unknown-property      B13 (E002 in a workflow, where the engine sees an edge)
//	E012  renamed-property      B12, safe
//	E012  early-closer          a backtick inside a raw string
//	E014  second-block          B17
//	E020  bad-word              B19
//	E020  unquoted-member       of an enum; B20
//	E020  overflow              a number that does not fit
//	E021  unknown-type          B21
//	E021  missing-type
//	E030  repeated-clause       B22
//	E031  when-and-else         B23
//	E032  clause-before-arrow   B24
//	E040  bad-profile           B25
//	E041  second-profile        B26
//	E041  late-profile          B26
//	E042  strict-escape         B27
//	E043  removed-property      B27
//	E044  late-import           B28
//	E045  bad-import-path
//	C118  foreach-and-loop      a code of the engine's compiler
//	      deep-brace            the engine reads on: B31
//	      shallow-brace         likewise, with the code of what follows where that is an error
//	      swallowing-scalar     likewise: B32
//	      shallow-body          likewise: B33
