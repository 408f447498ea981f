package lsptest

import (
	"encoding/json"
	"net/url"
	"path/filepath"
	"strings"
)

// Object is a JSON object.
type Object = map[string]any

// URI is the URI of a file, as most editors write it.
func URI(path string) string {
	p := filepath.ToSlash(path)
	if !strings.HasPrefix(p, "/") {
		p = "/" + p
	}
	return (&url.URL{Scheme: "file", Path: p}).String()
}

// FullClient are the capabilities of a client that has them all but for
// pulling diagnostics.
func FullClient() Object {
	return Object{
		"general": Object{"positionEncodings": []string{"utf-16"}},
		"workspace": Object{
			"applyEdit": true, "workspaceFolders": true, "configuration": true,
			"workspaceEdit":          Object{"documentChanges": true, "resourceOperations": []string{"create", "rename", "delete"}},
			"didChangeWatchedFiles":  Object{"dynamicRegistration": true},
			"didChangeConfiguration": Object{"dynamicRegistration": true},
			"codeLens":               Object{"refreshSupport": true},
			"inlayHint":              Object{"refreshSupport": true},
			"diagnostics":            Object{"refreshSupport": true},
		},
		"window": Object{"workDoneProgress": true},
		"textDocument": Object{
			"publishDiagnostics": Object{
				"relatedInformation": true, "versionSupport": true, "dataSupport": true, "codeDescriptionSupport": true,
				"tagSupport": Object{"valueSet": []int{1, 2}},
			},
			"codeAction": Object{
				"dataSupport": true, "isPreferredSupport": true,
				"resolveSupport":           Object{"properties": []string{"edit"}},
				"codeActionLiteralSupport": Object{"codeActionKind": Object{"valueSet": []string{"", "quickfix", "source", "source.fixAll"}}},
			},
			"hover":          Object{"contentFormat": []string{"markdown", "plaintext"}},
			"documentSymbol": Object{"hierarchicalDocumentSymbolSupport": true},
			"foldingRange":   Object{"lineFoldingOnly": true},
		},
	}
}

// PlainClient are the capabilities of a client that has none but code action
// literals.
func PlainClient() Object {
	return Object{"textDocument": Object{"codeAction": Object{
		"codeActionLiteralSupport": Object{"codeActionKind": Object{"valueSet": []string{"quickfix"}}},
	}}}
}

// Set puts a value into nested objects, making them where they are not.
func Set(o Object, value any, keys ...string) Object {
	inner := o
	for _, k := range keys[:len(keys)-1] {
		next, ok := inner[k].(Object)
		if !ok {
			next = Object{}
			inner[k] = next
		}
		inner = next
	}
	inner[keys[len(keys)-1]] = value
	return o
}

// Initialized is the result of initialize, as far as tests look at it.
type Initialized struct {
	Capabilities struct {
		PositionEncoding   string          `json:"positionEncoding"`
		DiagnosticProvider json.RawMessage `json:"diagnosticProvider"`
		TextDocumentSync   struct {
			Change int `json:"change"`
		} `json:"textDocumentSync"`
		DocumentRangeFormattingProvider  bool `json:"documentRangeFormattingProvider"`
		DocumentOnTypeFormattingProvider struct {
			FirstTriggerCharacter string   `json:"firstTriggerCharacter"`
			MoreTriggerCharacter  []string `json:"moreTriggerCharacter"`
		} `json:"documentOnTypeFormattingProvider"`
		ExecuteCommandProvider struct {
			Commands []string `json:"commands"`
		} `json:"executeCommandProvider"`
	} `json:"capabilities"`
	ServerInfo struct{ Name, Version string } `json:"serverInfo"`
}

// Initialize makes the handshake over the client's root; without one there is
// no workspace. extra are further parameters.
func (c *Client) Initialize(capabilities Object, extra Object) Initialized {
	c.t.Helper()
	params := Object{"processId": nil, "rootUri": nil, "capabilities": capabilities}
	if c.Root != "" {
		params["rootUri"] = URI(c.Root)
		params["workspaceFolders"] = []Object{{"uri": URI(c.Root), "name": "root"}}
	}
	for k, v := range extra {
		params[k] = v
	}
	var result Initialized
	c.Must("initialize", params, &result)
	if e := result.Capabilities.PositionEncoding; e != "" {
		c.Encoding = e
	}
	c.Notify("initialized", Object{})
	return result
}

// Shutdown says goodbye.
func (c *Client) Shutdown() {
	c.t.Helper()
	c.Must("shutdown", nil, nil)
	c.Notify("exit", nil)
}
