package rpc

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// Marshal encodes parameters and results, the protocol's unions included. An
// empty list is [] and never null, also for a nil slice, at the top and in every
// field; nil, a nil pointer and a nil union are null. Raw JSON (jsontext.Value,
// json.RawMessage, jsonrpc2.RawMessage) is passed on as it is. A type of ours
// follows the rules of encoding/json/v2: leave a field out with omitzero.
func Marshal(v any) (b []byte, err error) {
	defer recovered(&err)
	if raw, ok := v.(jsonrpc2.RawMessage); ok {
		v = jsontext.Value(raw)
	}
	return protocol.Marshal(v)
}

// Unmarshal decodes parameters and results, the protocol's unions included. It
// copies data. Unknown fields are ignored, of a repeated one the last counts.
//
// Unions are decoded into the first arm that fits, and for the content changes
// of a document that is not safe; use DidChange for them.
func Unmarshal(data []byte, v any) (err error) {
	defer recovered(&err)
	return protocol.Unmarshal(data, v)
}

// recovered turns a panic of generated or foreign code into an error.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
	}
}

// Params decodes the parameters of a method. The error is one to return from a
// handler as it is: InvalidParams with the name of the method. Absent, null and
// {} are the same for a type without fields and an error for absent and null
// otherwise. A method that takes no parameters need not call Params.
func Params[T any](method string, raw []byte) (T, error) {
	var params T
	if raw = bytes.TrimSpace(raw); isNull(raw) {
		if t := reflect.TypeFor[T](); t.Kind() == reflect.Struct && t.NumField() == 0 {
			return params, nil
		}
		return params, InvalidParams(method, errors.New("they are missing"))
	}
	if err := Unmarshal(raw, &params); err != nil {
		var zero T
		return zero, InvalidParams(method, err)
	}
	return params, nil
}
