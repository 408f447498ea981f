package playbook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"
)

// DecodeLaunch reads launch values: one JSON object, numbers kept as they are
// written (as json.Number). A name that is given twice and text that is not
// Unicode (a lone surrogate escape, an invalid byte) are refused, since the
// decoder would quietly change them. No error repeats anything of the input
// but a repeated name.
func DecodeLaunch(data []byte) (map[string]any, error) {
	if off, ok := notUnicode(data); !ok {
		return nil, fmt.Errorf("the launch values are not valid Unicode at byte %d", off)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if t, err := dec.Token(); err != nil {
		return nil, launchError(dec)
	} else if t != json.Delim('{') {
		return nil, errors.New("the launch values are not a JSON object")
	}
	values := map[string]any{}
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return nil, launchError(dec)
		}
		name := t.(string) // a key of an object is always a string
		if _, twice := values[name]; twice {
			return nil, fmt.Errorf("the launch values give %s twice", quoted(name))
		}
		var v any
		if err := dec.Decode(&v); err != nil {
			return nil, launchError(dec)
		}
		values[name] = v
	}
	if _, err := dec.Token(); err != nil {
		return nil, launchError(dec)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("the launch values are followed by something else")
	}
	return values, nil
}

func launchError(dec *json.Decoder) error {
	return fmt.Errorf("the launch values are not valid JSON near byte %d", dec.InputOffset())
}

// notUnicode finds the first invalid byte or lone surrogate escape.
func notUnicode(data []byte) (off int, ok bool) {
	for i := 0; i < len(data); {
		if data[i] == '\\' {
			n, fine := escapeLen(data[i:])
			if !fine {
				return i, false
			}
			i += n
			continue
		}
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 {
			return i, false
		}
		i += n
	}
	return 0, true
}

// escapeLen is the length of the escape at the start of s; a surrogate pair is
// one. What is no escape at all is left to the decoder.
func escapeLen(s []byte) (n int, ok bool) {
	u, isU := unit(s)
	switch {
	case !isU:
		return min(2, len(s)), true
	case u < 0xd800 || u > 0xdfff:
		return 6, true
	case u > 0xdbff:
		return 0, false
	}
	low, isU := unit(s[6:])
	return 12, isU && low >= 0xdc00 && low <= 0xdfff
}

func unit(s []byte) (uint64, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	u, err := strconv.ParseUint(string(s[2:6]), 16, 16)
	return u, err == nil
}
