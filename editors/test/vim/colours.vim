" Compares the colours with testdata/colours.txt; sourced in Vim and in Neovim.

let s:groups = {
\ 'keyword': ['botDeclaration'],
\ 'name': ['botName'],
\ 'property': ['botProperty'],
\ 'type': ['botType'],
\ 'operator': ['botArrow'],
\ 'comment': ['botComment'],
\ 'string': ['botString', 'botScalar', 'botPrompt'],
\ 'template': ['botTemplate', 'botBrace'],
\ 'boundary': ['botBoundary'],
\}

function! BoundaryColours() abort
  for l:line in readfile($BOUNDARY_COLOURS)
    if l:line =~# '^\s*\%(#\|$\)'
      continue
    endif
    let [l:file, l:place, l:kind] = split(l:line, '\s*|\s*', 1)
    execute 'edit ' . fnameescape(l:file)
    call cursor(1, 1)
    if search('\V' . escape(l:place, '\'), 'cW') == 0
      throw l:file . ' has no ' . l:place
    endif
    " From the start of the line: what Vim says of a column alone may come from
    " what it remembers of the line.
    let l:group = map(range(1, col('.')), {_, c -> synIDattr(synID(line('.'), c, 1), 'name')})[-1]
    if index(s:groups[l:kind], l:group) < 0
      throw l:file . ': ' . l:place . ' is coloured as ' . l:group . ', want ' . l:kind
    endif
  endfor
endfunction
