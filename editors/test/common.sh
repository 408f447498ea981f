# shellcheck shell=bash
# Sourced by the tests of the editors: the workspace that they get, and what has
# to be true of it afterwards.
#
# prepare SERVER makes the copy of testdata/workspace and sets
#   server  the language server, absolute
#   dir     a folder of the test's own, removed at the end
#   work    the workspace
#   steps   the list of what to do there
# finish compares what the editor saved with what the command line makes.

set -euo pipefail

editors=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

die() {
  echo "$*" >&2
  exit 1
}

prepare() {
  server=$(realpath "$1")
  [ -x "$server" ] || die "there is no language server: $1"
  dir=$(mktemp -d)
  trap 'rm -rf "$dir"' EXIT
  # A folder with a blank and a letter outside ASCII in its name is usual enough.
  work="$dir/my bóts"
  steps="$editors/testdata/steps.txt"
  cp -r "$editors/testdata/workspace" "$work"
  git -C "$work" init -q
  # Nothing of the machine's own settings, and nothing of the test in them.
  export BOUNDARY_LSP="$server" BOUNDARY_STEPS="$steps" BOUNDARY_COLOURS="$editors/testdata/colours.txt"
  export BOUNDARY_EDITORS="$editors" HOME="$dir/home" LANG=C.UTF-8 LC_ALL=C.UTF-8
  export XDG_CONFIG_HOME="$HOME/.config" XDG_DATA_HOME="$HOME/.local/share" \
    XDG_STATE_HOME="$HOME/.local/state" XDG_CACHE_HOME="$HOME/.cache"
  mkdir -p "$XDG_CONFIG_HOME"
  cd "$work"
}

finish() {
  local want="$dir/want"
  cp -r "$editors/testdata/workspace" "$want"
  # First what is safe, as in the steps: a paragraph names the fields of a prompt.
  "$server" fix --quiet "$want" >/dev/null || true
  "$server" fix --unsafe --quiet "$want" >/dev/null
  diff -r --exclude=.git "$want" "$work" >"$dir/diff" || {
    cat -A "$dir/diff" >&2
    die 'what the editor saved (>) is not what boundary-lsp fix makes (<)'
  }
  if grep -rLP '\r$' --exclude-dir=.git "$work" | grep -q . || grep -rP '[^\r]$' --exclude-dir=.git "$work"; then
    die 'a line end changed'
  fi
  "$server" check --quiet "$work"
  echo "ok: $(grep -cv -e '^#' -e '^$' "$steps") steps; what was saved is what boundary-lsp fix makes"
}
