" Run by test/run inside Vim. What it says goes to a file: in this mode Vim has
" no standard output of its own.

let s:log = fnamemodify(getcwd(), ':h') . '/log'

function s:Say(text) abort
  call writefile(split(a:text, "\n", 1), s:log, 'a')
endfunction

" Waits until a condition is true, else says what did not come.
function s:Wait(what, Condition) abort
  for l:i in range(1000)
    if a:Condition()
      return
    endif
    sleep 20m
  endfor
  throw 'no ' . a:what . ' within 20 seconds; the shown problems are '
  \ . string(map(copy(ale#engine#GetLoclist(bufnr(''))), {_, e -> e.lnum . ':' . e.col . ' ' . e.text}))
endfunction

function s:Text() abort
  return join(getline(1, '$'), "\n")
endfunction

function s:Codes() abort
  return join(sort(map(copy(ale#engine#GetLoclist(bufnr(''))), {_, e -> get(e, 'code', '?')})))
endfunction

function s:GoTo(place) abort
  call cursor(1, 1)
  if search('\V' . escape(a:place, '\'), 'cW') == 0
    throw 'the text has no ' . a:place
  endif
endfunction

let s:verbs = {}

" What ALE cannot do, and why.
let s:unavailable = {
\ 'format': 'ALE formats with programs of its own, never by a language server',
\}

function s:verbs.open(file, language) abort
  execute 'edit ' . fnameescape(a:file)
  if &filetype !=# a:language
    throw 'the file type is ' . &filetype
  endif
  if &fileformat !=# 'dos'
    throw 'the line ends are taken for ' . &fileformat
  endif
  if !exists('b:current_syntax')
    throw 'the file is not coloured'
  endif
  " What an event loop does when the user comes to a buffer.
  call ale#Queue(0, 'lint_file')
endfunction

function s:verbs.diagnostics(codes) abort
  call s:Wait('diagnostics ' . a:codes, {-> s:Codes() ==# a:codes})
endfunction

function s:verbs.hover(place, text) abort
  let g:ale_hover_to_preview = 1
  call s:GoTo(a:place)
  pclose
  ALEHover
  call s:Wait('hover with ' . a:text, {-> stridx(s:Preview(), a:text) >= 0})
  pclose
endfunction

" The text of the preview window.
function s:Preview() abort
  for l:n in range(1, winnr('$'))
    if getwinvar(l:n, '&previewwindow')
      return join(getbufline(winbufnr(l:n), 1, '$'), "\n")
    endif
  endfor
  return ''
endfunction

" ALE asks for the number of an action; the answer is that of the title.
function s:verbs.fix(place, title) abort
  call s:GoTo(a:place)
  let s:before = s:Text()
  runtime autoload/ale/util.vim
  let g:boundary_title = a:title
  function! ale#util#Input(message, ...) abort
    let l:line = matchstr(a:message, '\d\+\ze) \V' . escape(g:boundary_title, '\') . '\n')
    if empty(l:line)
      throw 'no action ' . g:boundary_title . ' in ' . a:message
    endif
    return l:line
  endfunction
  ALECodeAction
  call s:Wait('edit by ' . a:title, {-> s:Text() !=# s:before})
  call ale#Queue(0)
endfunction

function s:verbs.complete(place, name) abort
  call s:GoTo(a:place)
  setlocal omnifunc=ale#completion#OmniFunc completeopt=menu,noinsert
  execute "normal! i\<C-x>\<C-o>"
  let l:words = map(copy(get(b:, 'ale_completion_result', [])), {_, item -> item.word})
  if index(l:words, a:name) < 0
    throw 'the completions are ' . string(l:words)
  endif
endfunction

" ALE asks for the new name.
function s:verbs.rename(place, new) abort
  call s:GoTo(a:place)
  runtime autoload/ale/util.vim
  let g:boundary_name = a:new
  function! ale#util#Input(message, ...) abort
    return g:boundary_name
  endfunction
  ALERename
  call s:Wait('text ' . a:new, {-> stridx(s:Text(), g:boundary_name) >= 0})
  call ale#Queue(0)
endfunction

function s:verbs.text(text) abort
  if stridx(s:Text(), a:text) < 0
    throw 'the text is ' . s:Text()
  endif
endfunction

function s:verbs.replace(old, new) abort
  call s:GoTo(a:old)
  " Ends the block that undo takes back.
  let &undolevels = &undolevels
  execute 'normal! ' . strchars(a:old) . 'x'
  call setline('.', strpart(getline('.'), 0, col('.') - 1) . a:new . strpart(getline('.'), col('.') - 1))
  call ale#Queue(0)
endfunction

function s:verbs.undo() abort
  undo
  call ale#Queue(0)
endfunction

function s:verbs.save() abort
  write
endfunction

function s:verbs.check(code) abort
  call system(shellescape($BOUNDARY_LSP) . ' check --quiet .')
  if v:shell_error != str2nr(a:code)
    throw 'check ends with ' . v:shell_error
  endif
endfunction

function s:Run() abort
  for l:line in readfile($BOUNDARY_STEPS)
    if l:line =~# '^\s*\%(#\|$\)'
      continue
    endif
    let l:words = split(l:line, '\s*|\s*', 1)
    let l:verb = trim(l:words[0])
    if has_key(s:unavailable, l:verb)
      call s:Say('not available: ' . l:verb . ': ' . s:unavailable[l:verb])
      continue
    endif
    if !has_key(s:verbs, l:verb)
      throw 'there is no verb ' . l:verb
    endif
    let s:step = l:line
    call call(s:verbs[l:verb], l:words[1:])
  endfor
  let s:step = 'colours'
  execute 'source ' . fnameescape(s:here . '/colours.vim')
  call BoundaryColours()
  let s:step = 'indentation'
  call s:Indentation()
  call s:Say('ok: every step, and the colours')
endfunction

" A line below a header stands one step deeper.
function s:Indentation() abort
  enew!
  setlocal filetype=bot
  execute "normal! iagent a:\<CR>tools: [bash]\<CR>memory:\<CR>enabled: true"
  if getline(1, '$') !=# ['agent a:', '  tools: [bash]', '  memory:', '    enabled: true']
    throw string(getline(1, '$'))
  endif
  bwipeout!
endfunction

let s:here = expand('<sfile>:p:h')
let s:step = 'start'
try
  call s:Run()
  qall!
catch
  call s:Say('in the step: ' . s:step)
  call s:Say(v:exception)
  call s:Say(v:throwpoint)
  cquit!
endtry
