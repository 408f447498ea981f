call ale#Set('boundary_lsp_executable', 'boundary-lsp')
call boundary_lsp#Define('bot')
