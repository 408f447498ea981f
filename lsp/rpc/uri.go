package rpc

import (
	"path"
	"runtime"
	"strings"

	"go.lsp.dev/uri"
)

// A file has many URIs: editors differ in what they escape, in the case of a
// drive letter and in slashes. It has one key, which is its absolute path with
// forward slashes, fit for package os and package path/filepath:
//
//	/home/a/b.bot             a local file
//	C:/a/b.bot                a drive, on Windows; elsewhere /C:/a/b.bot
//	//host/share/b.bot        another machine, or WSL (wsl$ and wsl.localhost)

// Key returns the key of the file that u names. ok is false for any other
// scheme (untitled, git, vscode-notebook-cell) and for what names no file; such
// a document is known by its URI. Two keys are equal exactly if the URIs name
// the same path; symbolic links and the case of names are not looked at.
func Key(u uri.URI) (key string, ok bool) {
	return keyFor(string(u), runtime.GOOS == "windows")
}

// URI returns the URI of a key, in the form in which package protocol hands out
// those of the client: Key(URI(key)) is key. A native Windows path is accepted
// on Windows.
func URI(key string) uri.URI {
	return uri.URI(uriFor(key, runtime.GOOS == "windows"))
}

func keyFor(u string, windows bool) (string, bool) {
	scheme, rest, ok := strings.Cut(u, ":")
	if !ok || !strings.EqualFold(scheme, "file") {
		return "", false
	}
	if i := strings.IndexAny(rest, "?#"); i >= 0 {
		rest = rest[:i]
	}
	var host string
	if after, ok := strings.CutPrefix(rest, "//"); ok {
		i := strings.IndexByte(after, '/')
		if i < 0 {
			i = len(after)
		}
		host, rest = strings.ToLower(unescape(after[:i])), after[i:]
	}
	name := unescape(rest)
	if windows {
		name = strings.ReplaceAll(name, `\`, "/")
	}
	if isDrive(host) {
		// file://c:/x, one slash short, is common enough.
		host, name = "", "/"+host+name
	}
	if host == "localhost" {
		host = ""
	}
	if strings.IndexByte(name, 0) >= 0 || strings.ContainsAny(host, "/\\:@?#\x00") || host == "." || host == ".." {
		return "", false
	}
	if host == "" && windows && len(name) > 2 && name[:2] == "//" && name[2] != '/' {
		// file:////host/share, the form before RFC 8089.
		host, name, _ = strings.Cut(name[2:], "/")
		host, name = strings.ToLower(host), "/"+name
		if strings.ContainsAny(host, ":@?#") || host == "." || host == ".." || host == "localhost" {
			return "", false
		}
	}
	if name == "" || name[0] != '/' {
		return "", false
	}
	if host != "" {
		return "//" + host + path.Clean(name), true
	}
	return cleanLocal(name, windows), true
}

// cleanLocal makes an absolute path canonical. The parent of a drive's root is
// the root.
func cleanLocal(name string, windows bool) string {
	name = "/" + strings.TrimLeft(name, "/")
	if len(name) >= 3 && isDrive(name[1:3]) && (len(name) == 3 || name[3] == '/') {
		drive := strings.ToUpper(name[1:2]) + ":"
		if !windows {
			drive = "/" + drive
		}
		return drive + path.Clean("/"+name[3:])
	}
	// Cleaning may bring a drive to the front.
	if clean := path.Clean(name); clean != name {
		return cleanLocal(clean, windows)
	}
	return name
}

func uriFor(key string, windows bool) string {
	if windows {
		key = strings.ReplaceAll(key, `\`, "/")
	}
	b := make([]byte, 0, len(key)+16)
	b = append(b, "file://"...)
	if after, ok := strings.CutPrefix(key, "//"); ok {
		host, name, _ := strings.Cut(after, "/")
		b = escape(b, strings.ToLower(host))
		return string(escape(b, "/"+name))
	}
	key = strings.TrimPrefix(key, "/")
	b = append(b, '/')
	if len(key) >= 2 && isDrive(key[:2]) && (len(key) == 2 || key[2] == '/') {
		key = strings.ToLower(key[:1]) + key[1:]
	}
	return string(escape(b, key))
}

func isDrive(s string) bool {
	return len(s) == 2 && s[1] == ':' && (s[0] >= 'a' && s[0] <= 'z' || s[0] >= 'A' && s[0] <= 'Z')
}

// unescape decodes %XX. A % that starts no escape stands for itself, as editors
// have it.
func unescape(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			hi, ok1 := hexValue(s[i+1])
			lo, ok2 := hexValue(s[i+2])
			if ok1 && ok2 {
				b = append(b, hi<<4|lo)
				i += 2
				continue
			}
		}
		b = append(b, s[i])
	}
	return string(b)
}

func hexValue(c byte) (byte, bool) {
	switch {
	case c >= '0' && c <= '9':
		return c - '0', true
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10, true
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}

// escape appends s with all but slashes and the unreserved characters of
// RFC 3986 as %XX.
func escape(b []byte, s string) []byte {
	const hex = "0123456789ABCDEF"
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9',
			c == '-', c == '.', c == '_', c == '~', c == '/':
			b = append(b, c)
		default:
			b = append(b, '%', hex[c>>4], hex[c&15])
		}
	}
	return b
}
