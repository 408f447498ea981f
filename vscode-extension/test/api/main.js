// Runs in the real extension host beside the packaged extension and writes what
// it found to $BOUNDARY_API_RESULT. It knows nothing of the workbench's looks.
const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const vscode = require('vscode')

const phrase = 'UNTRUSTED INPUT BOUNDARY'
const root = () => vscode.workspace.workspaceFolders[0].uri.fsPath
const uri = (name) => vscode.Uri.file(path.join(root(), name))

async function until(what, condition, seconds = 40) {
  for (const end = Date.now() + seconds * 1000; ; ) {
    const value = await condition()
    if (value) return value
    if (Date.now() > end) throw new Error(`no ${what} within ${seconds} seconds; ${state()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** What there is, for the message of a failure. */
function state() {
  const editor = vscode.window.activeTextEditor
  const all = vscode.languages.getDiagnostics().flatMap(([uri, list]) => list.map((d) => `${code(d)} at ${path.basename(uri.path)}:${d.range.start.line + 1}`))
  return `diagnostics: ${all.join(', ') || 'none'}; ${editor?.document.uri} (${editor?.document.languageId}) has ${JSON.stringify(editor?.document.getText())}`
}

function must(condition, message) {
  if (!condition) throw new Error(message)
}

async function open(name) {
  const document = await vscode.workspace.openTextDocument(uri(name))
  await vscode.window.showTextDocument(document, { preview: false })
  return document
}

const code = (d) => (typeof d.code === 'object' ? d.code.value : d.code)
const found = (document) => vscode.languages.getDiagnostics(document.uri).filter((d) => d.source === 'boundary')
const codes = (document) => found(document).map(code).sort().join(' ')
const quiet = (document) => until(`end of the diagnostics of ${document.fileName}`, () => codes(document) === '')
const finding = (document, wanted) => until(`${wanted} in ${document.fileName}`, () => found(document).find((d) => code(d) === wanted))

function place(document, text, from = 0) {
  const at = document.getText().indexOf(text, from)
  must(at >= 0, `no ${text} in ${document.fileName}`)
  return document.positionAt(at)
}

async function edit(document, from, to) {
  const at = place(document, from)
  const change = new vscode.WorkspaceEdit()
  change.replace(document.uri, new vscode.Range(at, document.positionAt(document.offsetAt(at) + from.length)), to)
  must(await vscode.workspace.applyEdit(change), `the edit of ${document.fileName} was refused`)
}

/** Applies the quick fix with that title at a finding. */
async function fix(document, diagnostic, title) {
  const actions = await vscode.commands.executeCommand('vscode.executeCodeActionProvider', document.uri, diagnostic.range, 'quickfix', 5)
  const action = actions.find((a) => a.title === title)
  must(action?.edit, `no quick fix ${title} among ${actions.map((a) => a.title).join(', ')}`)
  must(await vscode.workspace.applyEdit(action.edit), 'the edit of the quick fix was refused')
}

/** The program of the package; it is also the command line. */
function program() {
  return path.join(vscode.extensions.getExtension('boundary-lsp.boundary-lsp').extensionPath, 'server', 'boundary-lsp')
}

function check(document) {
  return execFileSync(program(), ['check', document.uri.fsPath], { cwd: root(), encoding: 'utf8' })
}

/** The processes that run a file. */
function running(file) {
  return fs.readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && fs.readlinkSync(`/proc/${pid}/exe`) === file
    } catch {
      return false
    }
  })
}

const server = (file = program()) => until(`server ${file}`, () => running(file)[0])

/** The one server there is, which answers. */
async function answering(document) {
  let pid
  await until('answer of the server', async () => {
    pid = running(program())[0]
    const hovers = await vscode.commands.executeCommand('vscode.executeHoverProvider', document.uri, place(document, 'sorter:').translate(0, 2))
    return hovers.some((h) => h.contents.some((c) => c.value.includes('Acts: yes'))) && pid && running(program()).join() === pid
  })
  return pid
}

const steps = {
  async 'the extension comes from the package'() {
    const extension = vscode.extensions.getExtension('boundary-lsp.boundary-lsp')
    must(extension.extensionPath.startsWith(process.env.BOUNDARY_EXTENSIONS), `it is in ${extension.extensionPath}`)
    await until('activation', () => extension.isActive)
    must(execFileSync(program(), ['version'], { encoding: 'utf8' }).includes('boundary-lsp'), 'the program says nothing of itself')
  },

  async 'a bot with CRLF gets its diagnostics at the right place'() {
    const bot = await open('triage/main.bot')
    must(bot.languageId === 'bot', `its language is ${bot.languageId}`)
    must(bot.eol === vscode.EndOfLine.CRLF, 'the fixture has no CRLF')
    const d = await finding(bot, 'BND101')
    must(bot.getText(d.range) === 'sorter_system', `it underlines ${bot.getText(d.range)}`)
    must(String(d.code.target).includes('docs/rules'), `its link is ${d.code.target}`)
  },

  async 'the hover says why a node acts'() {
    const bot = await open('triage/main.bot')
    const at = place(bot, 'sorter:').translate(0, 2)
    const hovers = await vscode.commands.executeCommand('vscode.executeHoverProvider', bot.uri, at)
    const text = hovers.flatMap((h) => h.contents).map((c) => c.value).join('\n')
    for (const part of ['Acts: yes', 'tools: bash', 'capability board.label']) must(text.includes(part), `no ${part} in the hover: ${text}`)
  },

  async 'lenses, inlay hints and symbols are there'() {
    const bot = await open('triage/main.bot')
    const all = new vscode.Range(0, 0, bot.lineCount, 0)
    const lenses = await vscode.commands.executeCommand('vscode.executeCodeLensProvider', bot.uri, 10)
    const titles = lenses.map((l) => l.command?.title)
    must(titles.some((t) => t.startsWith('acts: ')) && titles.includes('insert the boundary paragraph'), `the lenses are ${titles}`)
    const hints = await vscode.commands.executeCommand('vscode.executeInlayHintProvider', bot.uri, all)
    must(hints.length === 2, `there are ${hints.length} inlay hints, not 2`)
    const symbols = await vscode.commands.executeCommand('vscode.executeDocumentSymbolProvider', bot.uri)
    must(symbols.some((s) => s.name.includes('sorter')), 'there is no symbol of the node')
  },

  async 'the quick fix changes the buffer, and check agrees'() {
    const bot = await open('triage/main.bot')
    await fix(bot, await finding(bot, 'BND101'), 'Insert the boundary paragraph into prompt sorter_system')
    must(bot.getText().includes(phrase), 'the buffer has no paragraph')
    await quiet(bot)
    must(await bot.save(), 'it cannot be saved')
    const text = fs.readFileSync(bot.uri.fsPath, 'utf8')
    must(text.includes(phrase) && text.includes('« é 𝌆 »'), 'the file on disk is another one')
    must(!/[^\r]\n/.test(text), 'the file has mixed line ends now')
    check(bot)
  },

  async 'an edit of an imported file shows in the importer, saved or not'() {
    const bot = await open('triage/main.bot')
    const lib = await open('triage/lib/prompts.bot')
    await edit(lib, phrase, 'BOUNDARY — é 𝌆')
    await vscode.window.showTextDocument(bot)
    const d = await finding(bot, 'BND101')
    must(bot.getText(d.range) === 'closer_system', `it underlines ${bot.getText(d.range)}`)
    await edit(lib, 'BOUNDARY — é 𝌆', phrase)
    await quiet(bot)
  },

  async 'a playbook gets its diagnostics, and its fix'() {
    const book = await open('playbooks/repair.playbook.star')
    must(book.languageId === 'boundary-playbook', `its language is ${book.languageId}`)
    const d = await finding(book, 'PB001')
    must(book.getText(d.range) === '"\\n« é 𝌆 » %s" % issue', `it underlines ${book.getText(d.range)}`)
    await fix(book, d, 'Join with +')
    must(book.getText().includes('"\\n« é 𝌆 » " + issue'), `the buffer has ${book.getText()}`)
    await quiet(book)
    must(await book.save(), 'it cannot be saved')
    must(!/[^\r]\n/.test(fs.readFileSync(book.uri.fsPath, 'utf8')), 'the file has mixed line ends now')
    check(book)
  },

  async 'the preview shows the prompts with the unsaved sample values'() {
    const values = await open('playbooks/repair.params.json')
    await edit(values, 'The login fails.', 'The login fails é 𝌆.')
    await open('playbooks/repair.playbook.star')
    await vscode.commands.executeCommand('boundary.previewPlaybook')
    const preview = await until('preview', () => vscode.window.visibleTextEditors.find((e) => e.document.uri.scheme === 'boundary-preview'))
    const text = preview.document.getText()
    for (const part of ['step fix', '<<<external-input>>>The login fails é 𝌆.', 'on next', 'gate ship']) must(text.includes(part), `no ${part} in the preview: ${text}`)
    await vscode.commands.executeCommand('workbench.action.closeEditorsInOtherGroups')
    await edit(values, 'The login fails é 𝌆.', 'The login fails.')
    await values.save()
  },

  async 'a wrong sample value is shown where it stands'() {
    const values = await open('playbooks/repair.params.json')
    await edit(values, '"next"', '"nowhere"')
    const book = await open('playbooks/repair.playbook.star')
    await vscode.commands.executeCommand('boundary.previewPlaybook', book.uri)
    await vscode.window.showTextDocument(values)
    await finding(values, 'PB050')
    await edit(values, '"nowhere"', '"next"')
    await quiet(values)
    await values.save()
    await vscode.commands.executeCommand('workbench.action.closeEditorsInOtherGroups')
  },

  async 'what a playbook loads has its language'() {
    const words = await open('playbooks/words.star')
    await until('language of words.star', () => vscode.workspace.textDocuments.find((d) => d.uri.path === words.uri.path)?.languageId === 'boundary-playbook')
    must((await open('packs/text.star')).languageId === 'boundary-playbook', 'a pack has another language')
  },

  async 'a page gets the findings of its fences'() {
    const page = await open('triage/README.md')
    must(page.languageId === 'markdown', `its language is ${page.languageId}`)
    await finding(page, 'BND302')
  },

  async 'what is removed from the disk takes its findings along'() {
    const folder = path.join(root(), 'gone #1 é')
    const file = vscode.Uri.file(path.join(folder, 'a b%41.bot'))
    const known = () => vscode.languages.getDiagnostics(file).map(code).sort().join(' ')
    fs.mkdirSync(folder)
    // The editor takes its time to watch a new folder.
    for (let n = 0; n < 20 && !known().includes('BND101'); n++) {
      fs.writeFileSync(file.fsPath, 'agent x:\n  tools: [bash]\n\nworkflow w:\n  entry: x\n  x -> done\n')
      await until('findings of a new file', () => known().includes('BND101'), 2).catch(() => {})
    }
    await until('findings of a new file', () => known().includes('BND101'), 1)
    fs.rmSync(folder, { recursive: true })
    await until('end of the findings', () => known() === '')
  },

  async 'completion knows the names of the bot'() {
    const bot = await open('triage/main.bot')
    const at = place(bot, 'closer_system\r\n').translate(0, 2)
    const { items } = await vscode.commands.executeCommand('vscode.executeCompletionItemProvider', bot.uri, at)
    const labels = items.map((i) => (typeof i.label === 'string' ? i.label : i.label.label))
    for (const name of ['sorter_system', 'closer_system']) must(labels.includes(name), `no ${name} among ${labels}`)
    must(!labels.includes('ticket'), 'a schema is offered where a prompt belongs')
  },

  async 'rename changes every place, in all files, and undo takes it back'() {
    const bot = await open('triage/main.bot')
    const lib = await open('triage/lib/prompts.bot')
    const before = [bot.getText(), lib.getText()]
    await vscode.window.showTextDocument(bot)
    const change = await vscode.commands.executeCommand('vscode.executeDocumentRenameProvider', bot.uri, place(bot, 'closer_system').translate(0, 3), 'closer_words')
    must(change.entries().length === 2, `it changes ${change.entries().map(([uri]) => uri)}`)
    must(await vscode.workspace.applyEdit(change), 'the rename was refused')
    for (const document of [bot, lib]) {
      must(document.getText().includes('closer_words') && !document.getText().includes('closer_system'), `${document.fileName} has ${document.getText()}`)
    }
    // One undo takes back the whole of it.
    await vscode.window.showTextDocument(bot)
    await vscode.commands.executeCommand('undo')
    await until('old names', () => bot.getText() === before[0] && lib.getText() === before[1])
    await quiet(bot)
  },

  async 'a bot is formatted, with its line ends'() {
    const bot = await open('triage/main.bot')
    const before = bot.getText()
    await edit(bot, 'backend: claw', 'backend:   claw')
    const edits = await vscode.commands.executeCommand('vscode.executeFormatDocumentProvider', bot.uri, { tabSize: 2, insertSpaces: true })
    must(edits?.length > 0, 'there are no edits')
    const change = new vscode.WorkspaceEdit()
    change.set(bot.uri, edits)
    must(await vscode.workspace.applyEdit(change), 'the edits were refused')
    must(bot.getText() === before, `it has ${JSON.stringify(bot.getText())}`)
    await bot.save()
  },

  async 'the call hierarchy follows the edges'() {
    const bot = await open('triage/main.bot')
    const [item] = await vscode.commands.executeCommand('vscode.prepareCallHierarchy', bot.uri, place(bot, 'sorter:').translate(0, 1))
    must(item?.name === 'sorter', `the item is ${item?.name}`)
    const to = (await vscode.commands.executeCommand('vscode.provideOutgoingCalls', item)).map((c) => c.to.name)
    must(to.join() === 'closer', `it goes on to ${to}`)
    const [next] = await vscode.commands.executeCommand('vscode.prepareCallHierarchy', bot.uri, place(bot, 'closer:').translate(0, 1))
    const from = (await vscode.commands.executeCommand('vscode.provideIncomingCalls', next)).map((c) => c.from.name)
    must(from.join() === 'sorter', `it comes from ${from}`)
  },

  async 'lenses of names show references, and one of a workflow its graph'() {
    const bot = await open('triage/main.bot')
    const lenses = (await vscode.commands.executeCommand('vscode.executeCodeLensProvider', bot.uri, 50)).map((l) => l.command)
    const references = lenses.find((l) => l.command === 'editor.action.showReferences')
    must(references, `no lens shows references among ${lenses.map((l) => l.title)}`)
    const [uri, position, places] = references.arguments
    must(uri instanceof vscode.Uri && position instanceof vscode.Position && places.every((p) => p instanceof vscode.Location), 'the arguments are not of the editor')
    must(references.title.startsWith(`${places.length} reference`), `${references.title} has ${places.length} places`)
    await vscode.commands.executeCommand(references.command, ...references.arguments)
    await vscode.commands.executeCommand('closeReferenceSearch')
    const graph = lenses.find((l) => l.title === 'show graph')
    must(graph?.command === 'boundary.showGraph', `the graph has the command ${graph?.command}`)
    await vscode.commands.executeCommand(graph.command, ...graph.arguments)
    const views = () => vscode.window.tabGroups.all.flatMap((g) => g.tabs).filter((t) => t.input instanceof vscode.TabInputWebview && t.input.viewType.endsWith('boundary.graph'))
    await until('view of the graph', () => views().length === 1)
    must(views()[0].label === 'Graph of main.bot', `its title is ${views()[0].label}`)
    await vscode.commands.executeCommand('boundary.showGraph', bot.uri)
    must(views().length === 1, 'there is a second view')
    await vscode.window.tabGroups.close(views())
    await until('end of the view', () => views().length === 0)
  },

  // Documents that were never saved stay open: their names are given anew, and
  // the text of an old one may still be there.
  async 'typing follows the language'() {
    const bot = await vscode.workspace.openTextDocument({ language: 'bot', content: 'agent é_1:' })
    const editor = await vscode.window.showTextDocument(bot)
    const type = async (text) => vscode.commands.executeCommand('type', { text })
    const line = (n) => bot.lineAt(n).text
    const end = () => (editor.selection = new vscode.Selection(bot.lineAt(bot.lineCount - 1).range.end, bot.lineAt(bot.lineCount - 1).range.end))
    must(bot.getText(bot.getWordRangeAtPosition(new vscode.Position(0, 7))) === 'é_1', 'a name with é is no word')
    end()
    await type('\n')
    await until('indentation behind a header', () => bot.lineCount === 2 && line(1) === '  ', 15)
    await type('tools: [')
    await until('closing bracket', () => line(1) === '  tools: []', 15)
    end()
    await type('\n')
    await until('the same indentation behind a property', () => bot.lineCount === 3 && line(2) === '  ', 15)
    await type('## a comment')
    await type('\n')
    await until('next line of the comment', () => line(3) === '  ## ', 15)
    editor.selection = new vscode.Selection(0, 0, 0, 0)
    await vscode.commands.executeCommand('editor.action.commentLine')
    await until('comment', () => line(0) === '## agent é_1:')
    await vscode.commands.executeCommand('editor.action.commentLine')
    await until('no comment', () => line(0) === 'agent é_1:')

    const book = await vscode.workspace.openTextDocument({ language: 'boundary-playbook', content: 'def f(x):' })
    const other = await vscode.window.showTextDocument(book)
    other.selection = new vscode.Selection(0, 9, 0, 9)
    await type('\n')
    await until('indentation behind def', () => book.lineAt(1).text === '    ')
  },

  async 'a document that was never saved is checked'() {
    const bot = await vscode.workspace.openTextDocument({ language: 'bot', content: 'agent x:\n  tools: [bash]\n\nworkflow w:\n  entry: x\n  x -> done\n' })
    await vscode.window.showTextDocument(bot)
    await finding(bot, 'BND101')
  },

  async 'members are regenerated'() {
    await open('triage/main.bot')
    await vscode.commands.executeCommand('boundary.regenerateMembers')
    const artifact = await open('boundary-members.txt')
    must(/sorter/.test(artifact.getText()) && /closer/.test(artifact.getText()), `it has ${artifact.getText()}`)
    await artifact.save()
    execFileSync(program(), ['members', '--check'], { cwd: root() })
  },

  async 'all of the workspace is fixed'() {
    const book = await open('playbooks/repair.playbook.star')
    await edit(book, '"\\n« é 𝌆 » " + issue', '"\\n« é 𝌆 » %s" % issue')
    await finding(book, 'PB001')
    await vscode.commands.executeCommand('boundary.fixAllInWorkspace')
    await until('fixed playbook', () => book.getText().includes('"\\n« é 𝌆 » " + issue'))
    await quiet(book)
    await book.save()
  },

  async 'the settings reach the server'() {
    const bot = await open('triage/main.bot')
    const config = vscode.workspace.getConfiguration('boundary')
    const count = async () => (await vscode.commands.executeCommand('vscode.executeCodeLensProvider', bot.uri)).length
    await until('lenses', async () => (await count()) > 0)
    await config.update('codeLens', false, vscode.ConfigurationTarget.Workspace)
    await until('end of the lenses', async () => (await count()) === 0)
    await config.update('codeLens', undefined, vscode.ConfigurationTarget.Workspace)
    await until('lenses again', async () => (await count()) > 0)
  },

  async 'a server that is killed comes back, with what is not saved'() {
    const bot = await open('triage/main.bot')
    const before = await server()
    await edit(bot, phrase, 'NOTHING — é 𝌆')
    await finding(bot, 'BND101')
    process.kill(Number(before), 'SIGKILL')
    await until('end of the old server', () => !running(program()).includes(before))
    const after = await server()
    must(after !== before, 'it is the same process')
    await finding(bot, 'BND101')
    await edit(bot, 'NOTHING — é 𝌆', phrase)
    await quiet(bot)
    await bot.save()
  },

  async 'the restart command starts another one'() {
    const bot = await open('triage/main.bot')
    const before = await server()
    await vscode.commands.executeCommand('boundary.restartServer')
    await until('another server', () => running(program()).length === 1 && running(program())[0] !== before)
    await edit(bot, phrase, 'NOTHING')
    await finding(bot, 'BND101')
    await edit(bot, 'NOTHING', phrase)
    await quiet(bot)
    await bot.save()
  },

  async 'one that hangs is replaced by a restart'() {
    const bot = await open('triage/main.bot')
    const before = await answering(bot)
    process.kill(Number(before), 'SIGSTOP')
    await vscode.commands.executeCommand('boundary.restartServer')
    await until('end of the server that hung', () => running(program()).length === 1 && running(program())[0] !== before)
    await answering(bot)
  },

  async 'one that is killed again and again stays away, until it is restarted'() {
    const bot = await open('triage/main.bot')
    for (let n = 1; n <= 5; n++) {
      const pid = await answering(bot)
      process.kill(Number(pid), 'SIGKILL')
      await until('end of the server', () => !running(program()).includes(pid))
    }
    await new Promise((resolve) => setTimeout(resolve, 1000))
    must(running(program()).length === 0, 'it was started a fifth time')
    await vscode.commands.executeCommand('boundary.restartServer')
    await answering(bot)
  },

  async 'a workspace cannot name the server'() {
    const before = await server()
    const folder = path.join(root(), '.vscode')
    fs.mkdirSync(folder, { recursive: true })
    fs.writeFileSync(path.join(folder, 'settings.json'), JSON.stringify({ 'boundary.server.path': '/nowhere', 'boundary.codeLens': false }))
    await until('settings of the workspace', () => vscode.workspace.getConfiguration('boundary').get('codeLens') === false)
    must(vscode.workspace.getConfiguration('boundary').get('server.path') === '', 'the setting of the workspace counts')
    must(running(program()).join() === before, 'the server was started anew')
    fs.rmSync(folder, { recursive: true })
    await until('end of these settings', () => vscode.workspace.getConfiguration('boundary').get('codeLens') === true)
  },

  async 'another server of the settings is used'() {
    const other = path.join(path.dirname(root()), 'other-boundary-lsp')
    fs.copyFileSync(program(), other)
    const config = vscode.workspace.getConfiguration('boundary')
    await config.update('server.path', other, vscode.ConfigurationTarget.Global)
    await until('the other server', () => running(other).length === 1 && running(program()).length === 0)
    await config.update('server.path', undefined, vscode.ConfigurationTarget.Global)
    await until('the server of the package', () => running(other).length === 0 && running(program()).length === 1)
    await quiet(await open('triage/main.bot'))
  },

  async 'the talk with the server is logged where the setting says so'() {
    const folder = path.dirname(root())
    const heard = path.join(folder, 'heard')
    const ear = path.join(folder, 'ear')
    fs.writeFileSync(ear, `#!/bin/sh\ntee '${heard}' | '${program()}' serve\n`, { mode: 0o755 })
    const config = vscode.workspace.getConfiguration('boundary')
    const level = async (value) => {
      await config.update('trace.server', value, vscode.ConfigurationTarget.Global)
      await until(`level ${value}`, () => fs.existsSync(heard) && fs.readFileSync(heard, 'utf8').split('"$/setTrace"').at(-1).includes(`"value":"${value}"`))
    }
    await config.update('server.path', ear, vscode.ConfigurationTarget.Global)
    await answering(await open('triage/main.bot'))
    for (const value of ['messages', 'verbose', 'off']) await level(value)
    await config.update('trace.server', undefined, vscode.ConfigurationTarget.Global)
    await config.update('server.path', undefined, vscode.ConfigurationTarget.Global)
    await until('the server of the package', () => running(program()).length === 1)
  },
}

/**
 * Steps that press keys in the workbench. What it makes of a key on a busy
 * machine may be wrong once for reasons of its own, so they have a second try,
 * and the log says so. What goes through the API has none.
 */
const keyed = new Set(['typing follows the language'])

async function run() {
  const results = []
  for (const [name, step] of Object.entries(steps)) {
    const from = Date.now()
    let again
    for (let tries = keyed.has(name) ? 2 : 1; tries > 0; tries--) {
      try {
        await step()
        results.push({ name, ok: true, ms: Date.now() - from, again })
        break
      } catch (error) {
        const text = String(error?.stack ?? error)
        if (tries > 1) again = text
        else results.push({ name, ok: false, ms: Date.now() - from, error: text })
      }
    }
  }
  const file = process.env.BOUNDARY_API_RESULT
  fs.writeFileSync(`${file}.part`, JSON.stringify({ version: vscode.version, node: process.version, results }))
  fs.renameSync(`${file}.part`, file)
}

exports.activate = () => void run()
