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

-- Shows the hover once the diagnostic is there. The cursor's own move closes a
-- hover, so it has to be over before, and who comes too early tries again.
local timer = vim.uv.new_timer()
timer:start(100, 1000, vim.schedule_wrap(function()
  if #vim.diagnostic.get(0) == 0 or #vim.api.nvim_list_wins() > 1 then
    return
  end
  local place = vim.fn.searchpos([[^agent \zssorter:]], 'nw')
  if vim.deep_equal(place, { vim.fn.line('.'), vim.fn.col('.') }) then
    vim.lsp.buf.hover()
  else
    vim.fn.cursor(place)
  end
end))
