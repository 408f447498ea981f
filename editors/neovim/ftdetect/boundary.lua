-- Iterion workflows are bot files, and playbooks are Starlark, which Neovim 0.7
-- does not know. vim.filetype.add needs 0.8; before that autocommands do it.
if vim.fn.has('nvim-0.8') == 1 then
  vim.filetype.add({ extension = { bot = 'bot', star = 'starlark' } })
else
  vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
    pattern = '*.bot',
    command = 'set filetype=bot',
  })
  vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
    pattern = '*.star',
    command = 'set filetype=starlark',
  })
end
