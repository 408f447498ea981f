require('boundary_lsp').setup({ cmd = { vim.env.BOUNDARY_LSP, 'serve' } })
