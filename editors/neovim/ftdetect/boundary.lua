-- Iterion workflows are bot files. vim.filetype.add needs Neovim 0.8; before
-- that an autocommand does it.
if vim.fn.has('nvim-0.8') == 1 then
  vim.filetype.add({ extension = { bot = 'bot' } })
else
  vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
    pattern = '*.bot',
    command = 'set filetype=bot',
  })
end
