if exists('b:did_indent')
  finish
endif
let b:did_indent = 1

setlocal autoindent indentexpr=BotIndent(v:lnum) indentkeys=!^F,o,O
let b:undo_indent = 'setlocal autoindent< indentexpr< indentkeys<'

if exists('*BotIndent')
  finish
endif

" One step deeper behind a header, else as the line before. Only the author knows
" where a block ends.
function BotIndent(lnum) abort
  let l:before = prevnonblank(a:lnum - 1)
  if l:before == 0
    return 0
  endif
  let l:header = getline(l:before) =~# ':\s*|\?\s*\%(#.*\)\?$'
  return indent(l:before) + (l:header ? shiftwidth() : 0)
endfunction
