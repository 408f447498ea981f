package rpc

import (
	"bytes"
	"math"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"
)

type messageType uint8

const (
	typeCall messageType = iota
	typeNotification
	typeResponse
)

// message is a decoded message. It owns its bytes.
type message struct {
	typ    messageType
	id     jsonrpc2.ID
	method string
	params jsontext.Value // nil when absent or null
	result jsontext.Value
	err    *Error
}

// Editors are written in languages whose strings are not always valid Unicode,
// and no reader of ours depends on names being unique.
var lenient = json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

type envelope struct {
	Version jsontext.Value `json:"jsonrpc"`
	ID      jsontext.Value `json:"id"`
	Method  jsontext.Value `json:"method"`
	Params  jsontext.Value `json:"params"`
	Result  jsontext.Value `json:"result"`
	Error   jsontext.Value `json:"error"`
}

// decodeMessage reads one body. With an error the message holds the id to
// answer, as far as it could be made out; it is the null id otherwise.
func decodeMessage(body []byte) (message, *Error) {
	var e envelope
	if err := json.Unmarshal(body, &e, lenient); err != nil {
		m := message{id: salvageID(body)}
		switch v := jsontext.Value(bytes.TrimSpace(body)); {
		case len(v) == 0:
			return m, jsonrpc2.NewError(CodeParseError, "the message is empty")
		case !v.IsValid(lenient):
			return m, jsonrpc2.NewError(CodeParseError, "the message is not valid JSON")
		case v.Kind() == '[':
			return m, jsonrpc2.NewError(CodeInvalidRequest, "batches are not part of the language server protocol; send the messages one by one")
		}
		return m, jsonrpc2.NewError(CodeInvalidRequest, "the message is not a JSON object")
	}

	id, validID := decodeID(e.ID)
	m := message{id: id}
	switch {
	case string(e.Version) != `"2.0"`:
		return m, jsonrpc2.NewError(CodeInvalidRequest, `the message does not say "jsonrpc": "2.0"`)
	case !validID:
		return m, jsonrpc2.NewError(CodeInvalidRequest, "the id of a message is a string or an integer")
	case e.Method != nil && (e.Result != nil || e.Error != nil):
		return m, jsonrpc2.NewError(CodeInvalidRequest, "the message is a request and a response at once")
	case e.Method == nil:
		return m, m.response(&e)
	}
	if json.Unmarshal(e.Method, &m.method, lenient) != nil || e.Method.Kind() != '"' {
		return m, jsonrpc2.NewError(CodeInvalidRequest, "the method of a request is a string")
	}
	if !isNull(e.Params) {
		m.params = e.Params
	}
	// Some libraries write the absent id of a notification as null.
	if !id.IsValid() {
		m.typ = typeNotification
	}
	return m, nil
}

// response fills in a message without a method. A peer whose language drops
// undefined members answers without a result; that is a null.
func (m *message) response(e *envelope) *Error {
	if e.Result == nil && isNull(e.Error) && !m.id.IsValid() {
		return jsonrpc2.NewError(CodeInvalidRequest, "the message has no method")
	}
	m.typ = typeResponse
	m.result = e.Result
	if isNull(e.Error) {
		return nil
	}
	var wire struct {
		Code    jsontext.Value `json:"code"`
		Message string         `json:"message"`
		Data    jsontext.Value `json:"data"`
	}
	m.err = jsonrpc2.NewError(CodeInternalError, "the client answered with an error it did not describe")
	if json.Unmarshal(e.Error, &wire, lenient) == nil {
		m.err = &Error{Code: CodeInternalError, Message: wire.Message, Data: jsonrpc2.RawMessage(wire.Data)}
		if n, ok := integer(wire.Code); ok && n >= math.MinInt32 && n <= math.MaxInt32 {
			m.err.Code = Code(n)
		}
	}
	return nil
}

// salvageID finds the id of a message that is not valid JSON, so that its
// sender is not left waiting where the damage is confined to the parameters.
func salvageID(body []byte) jsonrpc2.ID {
	if m, err := jsonrpc2.DecodeMessage(body); err == nil {
		if call, ok := m.(*jsonrpc2.Call); ok {
			return call.ID()
		}
	}
	return jsonrpc2.ID{}
}

// decodeID reads the id of a message. Absent and null are the id that is not
// valid; ok is false for what is neither a string nor an integer of 64 bits.
func decodeID(v jsontext.Value) (id jsonrpc2.ID, ok bool) {
	if isNull(v) {
		return id, true
	}
	if v.Kind() == '"' {
		var s string
		if json.Unmarshal(v, &s, lenient) != nil {
			return id, false
		}
		return jsonrpc2.NewStringID(s), true
	}
	n, ok := integer(v)
	if !ok {
		return id, false
	}
	return jsonrpc2.NewNumberID(n), true
}

// integer reads a JSON number without a fraction, also one written as 3.0 or
// 1e3 as languages with a single number type do.
func integer(v jsontext.Value) (int64, bool) {
	if v.Kind() != '0' {
		return 0, false
	}
	if n, err := strconv.ParseInt(string(v), 10, 64); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(string(v), 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return 0, false
	}
	return int64(f), true
}

func isNull(v jsontext.Value) bool { return len(v) == 0 || v.Kind() == 'n' }
