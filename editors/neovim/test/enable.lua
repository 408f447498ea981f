vim.lsp.config('boundary_lsp', { cmd = { vim.env.BOUNDARY_LSP, 'serve' } })
vim.lsp.enable('boundary_lsp')
