-- Run by test/run inside a headless Neovim with the configuration of a user.

local function fail(message)
  error(message, 0)
end

local function say(message)
  io.stdout:write('ok: ' .. message .. '\n')
end

-- Neovim 0.7 keeps the code of a diagnostic under user_data only.
local function codes()
  local list = {}
  for _, d in ipairs(vim.diagnostic.get(0)) do
    table.insert(list, tostring(d.code or (d.user_data and d.user_data.lsp and d.user_data.lsp.code)))
  end
  table.sort(list)
  return table.concat(list, ' ')
end

-- Waits for a condition and names what did not come.
local function wait(what, condition)
  if not vim.wait(20000, condition, 20) then
    fail('no ' .. what .. ' within 20 seconds; the diagnostics are: ' .. codes())
  end
end

local function buffer()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

local function clients()
  local get = vim.lsp.get_clients or vim.lsp.get_active_clients
  return get and get() or vim.tbl_values(vim.lsp.buf_get_clients(0))
end

-- Puts the cursor on the first occurrence of a text and gives its line and
-- column, both from 0.
local function go_to(place)
  for i, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = line:find(place, 1, true)
    if column then
      vim.api.nvim_win_set_cursor(0, { i, column - 1 })
      return i - 1, column - 1
    end
  end
  fail('no line has ' .. place)
end

-- The client that the buffer is attached to, once it is.
local function client()
  local found
  wait('client of the buffer', function()
    for _, c in ipairs(clients()) do
      if vim.lsp.buf_is_attached(0, c.id) then
        found = c
        return true
      end
    end
  end)
  return found
end

-- By verb. The arguments are those of the line in steps.txt.
local verbs = {}

function verbs.open(file, language)
  vim.cmd('edit ' .. vim.fn.fnameescape(file))
  for name, want in pairs({ filetype = language, fileformat = 'dos' }) do
    if vim.bo[name] ~= want then
      fail(name .. ' is ' .. vim.bo[name] .. ', want ' .. want)
    end
  end
  if not vim.b.current_syntax then
    fail('the file is not coloured')
  end
  client()
end

verbs['diagnostics'] = function(want)
  wait('diagnostics ' .. want, function() return codes() == want end)
end

function verbs.hover(place, text)
  go_to(place)
  local params = vim.lsp.util.make_position_params(0, client().offset_encoding)
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/hover', params, 20000)
  for _, answer in pairs(answers or {}) do
    local contents = answer.result and answer.result.contents
    if contents and (contents.value or vim.inspect(contents)):find(text, 1, true) then
      return
    end
  end
  fail('no hover with it: ' .. vim.inspect(answers))
end

function verbs.fix(place, title)
  go_to(place)
  local before = buffer()
  if vim.fn.has('nvim-0.8') == 1 then
    vim.lsp.buf.code_action({
      apply = true,
      filter = function(action) return action.title == title end,
    })
  else
    vim.ui.select = function(items, options, choose)
      for _, item in ipairs(items) do
        if options.format_item(item) == title or (item[2] and item[2].title == title) then
          return choose(item)
        end
      end
      fail('no code action ' .. title .. ' among ' .. vim.inspect(items))
    end
    vim.lsp.buf.code_action()
  end
  wait('edit by ' .. title, function() return buffer() ~= before end)
end

function verbs.complete(place, name)
  go_to(place)
  local params = vim.lsp.util.make_position_params(0, client().offset_encoding)
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/completion', params, 20000)
  for _, answer in pairs(answers or {}) do
    for _, item in ipairs(answer.result and (answer.result.items or answer.result) or {}) do
      if item.label == name then
        return
      end
    end
  end
  fail('no completion ' .. name .. ' in ' .. vim.inspect(answers))
end

function verbs.rename(place, new)
  go_to(place)
  vim.lsp.buf.rename(new)
  wait('text ' .. new, function() return buffer():find(new, 1, true) end)
end

function verbs.format(old, new)
  verbs.replace(old, new)
  if vim.lsp.buf.format then
    vim.lsp.buf.format({ timeout_ms = 20000 })
  else
    vim.lsp.buf.formatting_sync({}, 20000)
  end
  verbs.text(old)
  if buffer():find(new, 1, true) then
    fail('the text still has ' .. new)
  end
end

function verbs.text(text)
  if not buffer():find(text, 1, true) then
    fail('the text is ' .. buffer())
  end
end

function verbs.replace(old, new)
  local line, column = go_to(old)
  -- Setting undolevels ends the block that undo takes back.
  vim.cmd('let &undolevels = &undolevels')
  vim.api.nvim_buf_set_text(0, line, column, line, column + #old, { new })
end

function verbs.undo()
  vim.cmd('silent undo')
end

function verbs.save()
  vim.cmd('silent write')
end

function verbs.check(code)
  vim.fn.system({ vim.env.BOUNDARY_LSP, 'check', '--quiet', '.' })
  if vim.v.shell_error ~= tonumber(code) then
    fail('check ends with ' .. vim.v.shell_error)
  end
end

-- What belongs to no workspace of bots starts nothing.
local function strangers()
  local elsewhere = vim.fn.tempname()
  vim.fn.mkdir(elsewhere, 'p')
  for _, name in ipairs({ 'README.md', 'Cargo.toml', 'BUILD.star' }) do
    vim.cmd('edit ' .. vim.fn.fnameescape(elsewhere .. '/' .. name))
    vim.wait(100)
    if #clients() > 0 then
      fail('the server was started for a stranger: ' .. name)
    end
  end
end

local step = 'start'

local function run()
  vim.o.hidden = true
  strangers()
  for _, line in ipairs(vim.fn.readfile(vim.env.BOUNDARY_STEPS)) do
    if not line:match('^%s*#') and line:match('%S') then
      step = line
      local words = vim.split(line, '|', { plain = true })
      for i, word in ipairs(words) do
        words[i] = vim.trim(word)
      end
      local verb = verbs[table.remove(words, 1)] or fail('there is no such verb')
      verb(unpack(words))
    end
  end
  step = 'colours'
  vim.cmd('source ' .. vim.fn.fnameescape(vim.env.BOUNDARY_EDITORS .. '/test/vim/colours.vim'))
  vim.fn.BoundaryColours()
  step = 'end'
  -- A file that was just read again may start one more.
  local function none() return #clients() == 0 end
  for _ = 1, 4 do
    for _, c in ipairs(clients()) do
      if vim.lsp.enable then
        c:stop()
      else
        c.stop()
      end
    end
    if vim.wait(5000, none, 20) then
      break
    end
  end
  wait('end of the server', none)
  say('every step, and the colours')
end

local ok, trace = xpcall(run, debug.traceback)
if ok then
  vim.cmd('qall!')
else
  io.stderr:write('\nin the step: ' .. step .. '\n' .. trace .. '\n')
  vim.cmd('cquit 1')
end
