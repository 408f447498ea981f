-- The Neovim of the picture in docs/editors.md: nothing but what a user copies,
-- and settings that leave out what changes from run to run.
vim.opt.termguicolors = true
vim.opt.background = 'dark'
vim.opt.number = true
vim.opt.signcolumn = 'yes'
vim.opt.laststatus = 0
vim.opt.ruler = false
vim.opt.showcmd = false
vim.opt.showmode = false
vim.opt.shortmess:append('FI')
vim.opt.guicursor = ''

vim.lsp.set_log_level('off')
require('boundary_lsp').setup({ cmd = { vim.env.BOUNDARY_LSP, 'serve' } })

-- Opens the file when the terminal is there.
vim.api.nvim_create_autocmd('UIEnter', {
  nested = true,
  command = 'edit triage/main.bot',
})

-- Shows the hover once the diagnostic is there.
local timer = vim.uv.new_timer()
timer:start(50, 50, vim.schedule_wrap(function()
  if #vim.diagnostic.get(0) == 0 or timer:is_closing() then
    return
  end
  timer:close()
  vim.fn.search([[^agent \zssorter:]])
  vim.lsp.buf.hover()
end))
