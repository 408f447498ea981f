-- Run by test/run inside a headless Neovim with the configuration of a user, in
-- a copy of testdata/readme.

local uri_file = vim.fn.getcwd() .. '/triage/main.bot'

local function fail(message)
  error(message, 0)
end

local function say(message)
  io.stdout:write('ok: ' .. message .. '\n')
end

-- Waits for a condition and names what did not come.
local function wait(what, condition)
  if not vim.wait(10000, condition, 20) then
    fail('no ' .. what .. ' within 10 seconds; diagnostics: ' .. vim.inspect(vim.diagnostic.get(0)))
  end
end

local function codes()
  local list = {}
  for _, d in ipairs(vim.diagnostic.get(0)) do
    -- Neovim 0.7 keeps the code under user_data only.
    local code = d.code or (d.user_data and d.user_data.lsp and d.user_data.lsp.code)
    table.insert(list, tostring(code))
  end
  table.sort(list)
  return table.concat(list, ' ')
end

local function buffer()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

local function clients()
  local get = vim.lsp.get_clients or vim.lsp.get_active_clients
  return get and get() or vim.tbl_values(vim.lsp.buf_get_clients(0))
end

-- Puts the cursor on the first match of a Lua pattern.
local function go_to(pattern)
  for i, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = line:find(pattern)
    if column then
      vim.api.nvim_win_set_cursor(0, { i, column - 1 })
      return
    end
  end
  fail('no line matches ' .. pattern)
end

local function hover()
  local encoding = clients()[1].offset_encoding
  local params = vim.lsp.util.make_position_params(0, encoding)
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/hover', params, 5000)
  for _, answer in pairs(answers or {}) do
    if answer.result and answer.result.contents then
      return answer.result.contents.value or vim.inspect(answer.result.contents)
    end
  end
  fail('no hover: ' .. vim.inspect(answers))
end

-- Applies the code action with that title at the cursor, as a user does.
local function act(title)
  if vim.fn.has('nvim-0.8') == 1 then
    vim.lsp.buf.code_action({
      apply = true,
      filter = function(action) return action.title == title end,
    })
    return
  end
  vim.ui.select = function(items, options, choose)
    for _, item in ipairs(items) do
      if options.format_item(item) == title or (item[2] and item[2].title == title) then
        choose(item)
        return
      end
    end
    fail('no code action ' .. title .. ' among ' .. vim.inspect(items))
  end
  vim.lsp.buf.code_action()
end

local function run()
  vim.o.hidden = true
  -- What belongs to no workspace of bots starts nothing.
  local elsewhere = vim.fn.tempname()
  vim.fn.mkdir(elsewhere, 'p')
  for _, name in ipairs({ 'README.md', 'Cargo.toml' }) do
    vim.cmd('edit ' .. vim.fn.fnameescape(elsewhere .. '/' .. name))
    vim.wait(100)
    if #clients() > 0 then
      fail('the server was started for a stranger: ' .. name)
    end
  end

  vim.cmd('edit ' .. vim.fn.fnameescape(uri_file))
  if vim.bo.filetype ~= 'bot' then
    fail('the file type of main.bot is ' .. vim.bo.filetype)
  end
  wait('diagnostic BND101', function() return codes() == 'BND101' end)
  say('diagnostic BND101 shown')

  go_to('sorter:$')
  local text = hover()
  for _, part in ipairs({ 'Acts: yes', 'tools: bash', 'capability board.label' }) do
    if not text:find(part, 1, true) then
      fail('the hover lacks ' .. part .. ':\n' .. text)
    end
  end
  say('hover shown')

  go_to('sorter_system$')
  act('Insert the boundary paragraph into prompt sorter_system')
  wait('paragraph in the buffer', function() return buffer():find('UNTRUSTED INPUT BOUNDARY', 1, true) ~= nil end)
  wait('end of the diagnostics', function() return codes() == '' end)
  say('code action applied, diagnostics gone')

  -- An edit brings the finding back, undo takes it away. Setting undolevels
  -- ends the block that undo takes back.
  vim.cmd('set undolevels=1000')
  vim.cmd([[silent %substitute/UNTRUSTED INPUT BOUNDARY/é UNTRUSTED/]])
  wait('diagnostic after an edit', function() return codes() == 'BND101' end)
  vim.cmd('silent undo')
  wait('silence after undo', function() return codes() == '' end)
  vim.cmd('silent write')
  say('edit and undo followed')

  for _, client in ipairs(clients()) do
    if vim.lsp.enable then
      client:stop()
    else
      client.stop()
    end
  end
  wait('end of the server', function() return #clients() == 0 end)
end

local ok, trace = xpcall(run, debug.traceback)
if ok then
  vim.cmd('qall!')
else
  io.stderr:write('\n' .. trace .. '\n')
  vim.cmd('cquit 1')
end
