-- The entry for nvim-lspconfig in its older form (lua/lspconfig/configs/), for
-- Neovim before 0.11:
--
--   require('lspconfig').boundary_lsp.setup({})
--
-- The newer form is lsp/boundary_lsp.lua, which this one reads.

local file = vim.api.nvim_get_runtime_file('lsp/boundary_lsp.lua', false)[1]
if not file then
  error('boundary_lsp: lsp/boundary_lsp.lua is not on the runtime path; copy it beside lua/')
end
local settings = dofile(file)

return {
  default_config = {
    cmd = settings.cmd,
    before_init = settings.before_init,
    on_init = settings.on_init,
    filetypes = settings.filetypes,
    -- nil where the server has nothing to say about the buffer.
    root_dir = function(_, bufnr)
      local root
      settings.root_dir(bufnr or vim.api.nvim_get_current_buf(), function(dir)
        root = dir
      end)
      return root
    end,
    single_file_support = false,
  },
  docs = {
    description = [[
`boundary-lsp` checks Iterion workflows (`*.bot`) and Starlark playbooks: which
nodes act, and whether they are told what in their material is data.
]],
  },
}
