-- boundary-lsp for Neovim 0.11 and newer:
--
--   vim.lsp.enable('boundary_lsp')
--
-- For older versions see lua/boundary_lsp.lua, which reads this file too.

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

return {
  cmd = { 'boundary-lsp', 'serve' },
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
      if not configured and not file:match('playbook%.star$') and not first:match('^# boundary:') then
        return
      end
    end
    on_dir(configured or upward(dir, { '.git' }) or dir)
  end,
}
