package rpc

import (
	"strings"
	"testing"
	"unicode/utf8"

	"go.lsp.dev/uri"
)

func TestKey(t *testing.T) {
	tests := []struct{ name, uri, unix, windows string }{
		{"a file", "file:///home/a/b.bot", "/home/a/b.bot", "/home/a/b.bot"},
		{"an escaped space", "file:///a%20b", "/a b", "/a b"},
		{"a raw space", "file:///a b", "/a b", "/a b"},
		{"an escaped number sign", "file:///a%23b", "/a#b", "/a#b"},
		{"a fragment", "file:///a#b", "/a", "/a"},
		{"an escaped question mark", "file:///a%3Fb", "/a?b", "/a?b"},
		{"a query", "file:///a?b", "/a", "/a"},
		{"an escaped percent sign", "file:///a%2520b", "/a%20b", "/a%20b"},
		{"a percent sign that starts no escape", "file:///100%/a%zz%4", "/100%/a%zz%4", "/100%/a%zz%4"},
		{"escaped non-ASCII", "file:///%C3%A9", "/é", "/é"},
		{"raw non-ASCII", "file:///é", "/é", "/é"},
		{"escapes in lower case", "file:///%c3%a9", "/é", "/é"},
		{"a byte that is no UTF-8", "file:///%ff", "/\xff", "/\xff"},
		{"brackets and signs", "file:///%28a%29+%5B1%5D@", "/(a)+[1]@", "/(a)+[1]@"},
		{"an escaped slash", "file:///a%2Fb", "/a/b", "/a/b"},
		{"a trailing slash", "file:///a/b/", "/a/b", "/a/b"},
		{"the root", "file:///", "/", "/"},
		{"double slashes", "file:///a//b", "/a/b", "/a/b"},
		{"dots", "file:///a/./b/../c", "/a/c", "/a/c"},
		{"escaped dots", "file:///a/%2e%2E/b", "/b", "/b"},
		{"dots above the root", "file:///../../a", "/a", "/a"},
		{"one slash", "file:/a/b", "/a/b", "/a/b"},
		{"localhost", "file://localhost/a", "/a", "/a"},
		{"the scheme in upper case", "FILE:///a", "/a", "/a"},
		{"a drive", "file:///C:/x", "/C:/x", "C:/x"},
		{"a drive in lower case", "file:///c:/x", "/C:/x", "C:/x"},
		{"an escaped colon", "file:///c%3A/x", "/C:/x", "C:/x"},
		{"a drive one slash short", "file://c:/x", "/C:/x", "C:/x"},
		{"a drive alone", "file:///c:", "/C:/", "C:/"},
		{"a drive's root", "file:///c%3a/", "/C:/", "C:/"},
		{"dots above a drive", "file:///c:/../../x", "/C:/x", "C:/x"},
		{"what looks like a drive", "file:///c:x", "/c:x", "/c:x"},
		{"backslashes", `file:///c:\a%5Cb`, `/c:\a\b`, "C:/a/b"},
		{"a share", "file://Server/Share/x", "//server/Share/x", "//server/Share/x"},
		{"a share's root", "file://server", "", ""},
		{"a share's root with a slash", "file://server/", "//server/", "//server/"},
		{"dots above a share", "file://server/../x", "//server/x", "//server/x"},
		{"wsl$", "file://wsl%24/Ubuntu/home/a", "//wsl$/Ubuntu/home/a", "//wsl$/Ubuntu/home/a"},
		{"wsl.localhost", "file://wsl.localhost/Ubuntu/home/a", "//wsl.localhost/Ubuntu/home/a", "//wsl.localhost/Ubuntu/home/a"},
		{"four slashes", "file:////server/share/x", "/server/share/x", "//server/share/x"},
		{"five slashes", "file://///a/x", "/a/x", "/a/x"},
		{"four slashes and localhost", "file:////localhost/x", "/localhost/x", ""},
		{"a host with a slash in it", "file://a%2Fb/c", "", ""},
		{"a host with a port", "file://a:80/c", "", ""},
		{"a NUL", "file:///a%00", "", ""},
		{"untitled", "untitled:Untitled-1", "", ""},
		{"git", "git:/a/b.bot?%7B%22path%22%3A%22/a/b.bot%22%7D", "", ""},
		{"a notebook cell", "vscode-notebook-cell:/a/b.ipynb#W0sZmlsZQ%3D%3D", "", ""},
		{"a remote file", "vscode-remote://wsl%2Bubuntu/home/x", "", ""},
		{"http", "https://example.org/a.bot", "", ""},
		{"a path", "/a/b", "", ""},
		{"a Windows path", `C:\a`, "", ""},
		{"no slash", "file:a", "", ""},
		{"no path", "file://", "", ""},
		{"the scheme alone", "file:", "", ""},
		{"nothing", "", "", ""},
		{"percent signs", "%%%", "", ""},
		{"a colon", ":", "", ""},
	}
	for _, tt := range tests {
		for windows, want := range map[bool]string{false: tt.unix, true: tt.windows} {
			t.Run(tt.name, func(t *testing.T) {
				got, ok := keyFor(tt.uri, windows)
				if got != want || ok != (want != "") {
					t.Errorf("windows %t: got %q %t, want %q", windows, got, ok, want)
				}
				if !ok {
					return
				}
				if back, ok := keyFor(uriFor(got, windows), windows); !ok || back != got {
					t.Errorf("windows %t: %q comes back as %q by %s", windows, got, back, uriFor(got, windows))
				}
			})
		}
	}
}

func TestURI(t *testing.T) {
	tests := []struct {
		key     string
		windows bool
		want    string
	}{
		{"/home/a/b.bot", false, "file:///home/a/b.bot"},
		{"/a b#c?d%e", false, "file:///a%20b%23c%3Fd%25e"},
		{"/é(1)+@", false, "file:///%C3%A9%281%29%2B%40"},
		{`/a\b`, false, "file:///a%5Cb"},
		{"/C:/x", false, "file:///c%3A/x"},
		{"C:/x", true, "file:///c%3A/x"},
		{`c:\x y`, true, "file:///c%3A/x%20y"},
		{`\\server\share\x`, true, "file://server/share/x"},
		{"//wsl$/Ubuntu/x", false, "file://wsl%24/Ubuntu/x"},
		{"/", false, "file:///"},
	}
	for _, tt := range tests {
		got := uriFor(tt.key, tt.windows)
		if got != tt.want {
			t.Errorf("%q is %s, want %s", tt.key, got, tt.want)
		}
		// Package protocol rewrites the URIs of the client to this form.
		if parsed, err := uri.Parse(got); err != nil || string(parsed) != got {
			t.Errorf("%s is rewritten to %s %v", got, parsed, err)
		}
	}
	if got, ok := Key(URI("/a b/é.bot")); !ok || got != "/a b/é.bot" {
		t.Errorf("got %q", got)
	}
}

func FuzzURI(f *testing.F) {
	for _, s := range []string{
		"file:///home/a/b.bot", "file:///C:/x", "file:///c%3A/x", "file://wsl%24/Ubuntu/x", "file://wsl.localhost/U/x/",
		"file:////server/share", "file:///a%20b%23%3F%25", "file:///%ff%C3%A9/../..", "untitled:Untitled-1", "git:/a?{}",
		"vscode-notebook-cell:/a#b", "file://localhost/a", "FILE:/a", "file:///c:/../d:/x", `file:///c:\..\x`, "%", "file://\xff/a",
		"file://\u212a:/x", "file://\u0130/x",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, windows := range []bool{false, true} {
			key, ok := keyFor(s, windows)
			if !ok {
				if key != "" {
					t.Errorf("%q: %q and not ok", s, key)
				}
				continue
			}
			if !strings.HasPrefix(key, "/") && (!windows || len(key) < 3 || key[1:3] != ":/") {
				t.Errorf("%q: %q is not absolute", s, key)
			}
			for part := range strings.SplitSeq(strings.TrimPrefix(key, "//"), "/") {
				if part == "." || part == ".." {
					t.Errorf("%q: %q is not clean", s, key)
				}
			}
			if windows && strings.Contains(key, `\`) || strings.Contains(key, "\x00") {
				t.Errorf("%q: %q", s, key)
			}
			u := uriFor(key, windows)
			if back, ok := keyFor(u, windows); !ok || back != key {
				t.Errorf("%q: %q comes back as %q by %s", s, key, back, u)
			}
			if !utf8.ValidString(u) {
				t.Errorf("%q: %q", s, u)
			}
		}
		u := canonical(s)
		if again := canonical(string(u)); utf8.ValidString(s) && again != u {
			t.Errorf("%q is %q and then %q", s, u, again)
		}
	})
}
