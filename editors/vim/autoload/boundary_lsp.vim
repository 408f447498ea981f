" What the linters in ale_linters/ share.

" The nearest folder upward that has a .boundary.toml or is a repository, else
" the folder of the file.
function boundary_lsp#Root(buffer) abort
  let l:config = ale#path#FindNearestFile(a:buffer, '.boundary.toml')
  if !empty(l:config)
    return fnamemodify(l:config, ':h')
  endif
  let l:git = ale#path#FindNearestDirectory(a:buffer, '.git')
  return empty(l:git) ? expand('#' . a:buffer . ':p:h') : fnamemodify(l:git, ':h:h')
endfunction

" ALE counts in bytes and does not say so; the option does.
function boundary_lsp#Define(filetype) abort
  call ale#linter#Define(a:filetype, {
  \   'name': 'boundary',
  \   'lsp': 'stdio',
  \   'executable': {buffer -> ale#Var(buffer, 'boundary_lsp_executable')},
  \   'command': '%e serve',
  \   'language': a:filetype,
  \   'initialization_options': {'boundary': {'positionEncoding': 'utf-8'}},
  \   'project_root': function('boundary_lsp#Root'),
  \})
endfunction
