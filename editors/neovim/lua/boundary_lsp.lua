-- boundary-lsp for Neovim before 0.11:
--
--   require('boundary_lsp').setup()
--
-- On 0.11 and newer setup() is vim.lsp.enable('boundary_lsp').

local M = {}

-- The configuration of lsp/boundary_lsp.lua with what the caller changes.
local function read(overrides)
  local file = vim.api.nvim_get_runtime_file('lsp/boundary_lsp.lua', false)[1]
  if not file then
    error('boundary_lsp: lsp/boundary_lsp.lua is not on the runtime path; copy it beside lua/')
  end
  return vim.tbl_extend('force', dofile(file), overrides or {})
end

-- Neovim 0.7 has no vim.lsp.start: one client for each root.
local clients = {}

local function start_on_0_7(config, bufnr)
  local id = clients[config.root_dir]
  if not id or not vim.lsp.get_client_by_id(id) then
    id = vim.lsp.start_client(config)
    clients[config.root_dir] = id
  end
  if id then
    vim.lsp.buf_attach_client(bufnr, id)
  end
end

local function attach(settings, bufnr)
  settings.root_dir(bufnr, function(root)
    local config = vim.tbl_extend('force', settings, {
      name = 'boundary_lsp',
      root_dir = root,
      workspace_folders = { { uri = vim.uri_from_fname(root), name = root } },
    })
    if vim.lsp.start then
      vim.lsp.start(config, { bufnr = bufnr })
    else
      start_on_0_7(config, bufnr)
    end
  end)
end

-- setup starts the server for the buffers that it has something to say about.
-- overrides replaces fields of lsp/boundary_lsp.lua, such as cmd.
function M.setup(overrides)
  if vim.lsp.enable then
    if overrides then
      vim.lsp.config('boundary_lsp', overrides)
    end
    vim.lsp.enable('boundary_lsp')
    return
  end
  local settings = read(overrides)
  vim.api.nvim_create_autocmd('FileType', {
    pattern = settings.filetypes,
    callback = function(args)
      attach(settings, args.buf)
    end,
  })
end

return M
