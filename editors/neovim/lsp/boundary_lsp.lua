---@brief
---
--- `boundary-lsp` checks Iterion workflows (`*.bot`) and Starlark playbooks: which
--- nodes act, and whether they are told what in their material is data.
---
--- For Neovim 0.11 and newer:
---
--- ```lua
--- vim.lsp.enable('boundary_lsp')
--- ```
---
--- For older versions see `lua/boundary_lsp.lua`, which reads this file too.

-- The nearest folder upward from dir that has one of the names, else nil.
local function upward(dir, names)
  while true do
    for _, name in ipairs(names) do
      local path = dir .. '/' .. name
      if vim.fn.filereadable(path) == 1 or vim.fn.isdirectory(path) == 1 then
        return dir
      end
    end
    local parent = vim.fn.fnamemodify(dir, ':h')
    if parent == dir then
      return nil
    end
    dir = parent
  end
end

-- Whether a Starlark file of that folder may be a module of a playbook: there is
-- one in the folder or above, or the server runs there already.
local function near_playbook(dir)
  local get = vim.lsp.get_clients or vim.lsp.get_active_clients
  for _, client in ipairs(get and get() or {}) do
    local root = client.name == 'boundary_lsp' and client.config.root_dir
    if root and vim.startswith(dir .. '/', root .. '/') then
      return true
    end
  end
  local top = upward(dir, { '.boundary.toml' }) or upward(dir, { '.git' }) or dir
  while true do
    if vim.fn.glob(vim.fn.escape(dir, '*?[]{}`\\$~') .. '/*playbook.star') ~= '' then
      return true
    end
    local parent = vim.fn.fnamemodify(dir, ':h')
    if dir == top or parent == dir then
      return false
    end
    dir = parent
  end
end

---@type vim.lsp.Config
return {
  cmd = { 'boundary-lsp', 'serve' },
  -- Diagnostics are pushed by the server. Neovim 0.12, where it pulls them, leaves
  -- those of an open file as they are when an imported file is edited.
  before_init = function(params)
    params.capabilities.textDocument.diagnostic = nil
    params.capabilities.workspace.diagnostics = nil
    -- What the client does not list is left out of the tokens. Colours for these
    -- are @lsp.mod.boundary.bot and the like.
    local tokens = params.capabilities.textDocument.semanticTokens
    if tokens and tokens.tokenModifiers then
      vim.list_extend(tokens.tokenModifiers, { 'boundary', 'external', 'converted' })
    end
  end,
  -- Neovim 0.12 applies a change of the semantic tokens to those of a range where
  -- both are under way, and fails. All tokens of a file are few.
  on_init = function(client)
    local tokens = client.server_capabilities.semanticTokensProvider
    if type(tokens) == 'table' then
      tokens.range = false
    end
  end,
  filetypes = { 'bot', 'starlark', 'bzl', 'markdown', 'toml' },
  -- Calls on_dir with the root of the workspace where the server has something
  -- to say about the buffer, so that it does not start for every README and
  -- every other TOML or Starlark file.
  root_dir = function(bufnr, on_dir)
    local file = vim.api.nvim_buf_get_name(bufnr)
    local dir = vim.fn.fnamemodify(file == '' and vim.fn.getcwd() .. '/x' or file, ':p:h')
    local configured = upward(dir, { '.boundary.toml' })
    local filetype = vim.bo[bufnr].filetype
    if filetype == 'toml' and vim.fn.fnamemodify(file, ':t') ~= '.boundary.toml' then
      return
    end
    if filetype == 'markdown' and not configured and not upward(dir, { 'main.bot' }) then
      return
    end
    if filetype == 'starlark' or filetype == 'bzl' then
      local first = vim.api.nvim_buf_get_lines(bufnr, 0, 1, false)[1] or ''
      if not configured and not first:match('^# boundary:') and not near_playbook(dir) then
        return
      end
    end
    on_dir(configured or upward(dir, { '.git' }) or dir)
  end,
}
