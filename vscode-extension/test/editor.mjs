// One code-server with a profile of its own, and one Chromium that looks at it.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const patience = 60_000

export class Editor {
  constructor(options) {
    Object.assign(this, options)
    this.workspace = join(this.work, 'my bóts')
    this.data = join(this.work, 'data')
    this.extensions = join(this.work, 'extensions')
    this.settings = {}
    cpSync(join(this.extension, 'testdata', 'workspace'), this.workspace, { recursive: true })
    for (const name of ['triage/main.bot', 'triage/lib/prompts.bot', 'playbooks/repair.playbook.star']) {
      const file = join(this.workspace, name)
      writeFileSync(file, readFileSync(file, 'utf8').replace(/\n/g, '\r\n'))
    }
  }

  /** The program that the package brought. */
  get program() {
    const folder = readdirSync(this.extensions).find((name) => name.startsWith('boundary-lsp.boundary-lsp-'))
    return join(this.extensions, folder, 'server', 'boundary-lsp')
  }

  get entry() {
    return join(this['code-server'], 'node_modules', 'code-server', 'out', 'node', 'entry.js')
  }

  /** Installs packages and starts the server; what it needs is in its environment. */
  async start({ settings = {}, packages = [], env = {}, trust = false } = {}) {
    mkdirSync(join(this.work, 'home'), { recursive: true })
    const all = {
      'telemetry.telemetryLevel': 'off',
      'workbench.startupEditor': 'none',
      'security.workspace.trust.enabled': trust,
      'security.workspace.trust.startupPrompt': 'never',
      'security.workspace.trust.banner': 'never',
      'extensions.autoUpdate': false,
      'extensions.autoCheckUpdates': false,
      'update.mode': 'none',
      'files.autoSave': 'off',
      'git.enabled': false,
      'chat.disableAIFeatures': true,
      'chat.commandCenter.enabled': false,
      'workbench.secondarySideBar.defaultVisibility': 'hidden',
      'workbench.colorTheme': 'Default Dark Modern',
      'workbench.tips.enabled': false,
      'editor.minimap.enabled': false,
      'editor.hover.delay': 150,
      ...settings,
    }
    for (const place of ['User', 'Machine']) this.configure(place, all)
    const environment = {
      ...process.env, HOME: join(this.work, 'home'), EXTENSIONS_GALLERY: '{"serviceUrl":"","itemUrl":"","resourceUrlTemplate":""}',
      BOUNDARY_EXTENSIONS: this.extensions, ...env,
    }
    const folders = ['--user-data-dir', this.data, '--extensions-dir', this.extensions]
    execFileSync(this.node, [this.entry, ...folders, ...[this.vsix, ...packages].flatMap((file) => ['--install-extension', file])], { env: environment, stdio: 'pipe' })
    const port = await freePort()
    const log = openSync(join(this.work, 'server.log'), 'w')
    const flags = ['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check', ...(trust ? [] : ['--disable-workspace-trust'])]
    // A group of its own, since what it starts outlives it.
    this.server = spawn(this.node, [this.entry, ...flags, ...folders], { env: environment, detached: true, stdio: ['ignore', log, log] })
    this.url = `http://127.0.0.1:${port}/?folder=${encodeURIComponent(this.workspace)}`
    await this.until('answer of code-server', async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.ok)
  }

  /** Writes settings of the user into one of the places that they are read from. */
  configure(place, change) {
    Object.assign(this.settings, change)
    mkdirSync(join(this.data, place), { recursive: true })
    writeFileSync(join(this.data, place, 'settings.json'), JSON.stringify(this.settings))
  }

  /** Changes settings while the workbench runs, until something comes of it. */
  async reconfigure(change, what, outcome) {
    // The watcher of the workbench may miss a change that follows another.
    await this.until(what, async () => {
      this.configure('Machine', change)
      for (const end = Date.now() + 5000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) if (await outcome()) return true
      return false
    })
  }

  /** Opens the workspace in Chromium, with a file of it. */
  async browse(name) {
    this.browser = await chromium.launchPersistentContext(join(this.work, 'chromium'), {
      executablePath: this.chromium,
      headless: true,
      viewport: { width: 1280, height: 800 },
      deviceScaleFactor: this.screenshots ? 1.5 : 1,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    })
    const page = this.browser.pages()[0] ?? (await this.browser.newPage())
    page.setDefaultTimeout(patience)
    this.page = page
    const { host } = new URL(this.url)
    const payload = JSON.stringify(name ? [['openFile', `vscode-remote://${host}${encodeURI(join(this.workspace, name))}`]] : [])
    await page.goto(`${this.url}&payload=${encodeURIComponent(payload)}`)
    await page.locator('.monaco-workbench').waitFor()
    if (name) await page.locator('.tab.active', { hasText: name.split('/').at(-1) }).waitFor()
    return page
  }

  /** Runs a command of the palette by its name. */
  async command(name) {
    const { page } = this
    const input = page.locator('.quick-input-widget input.input')
    // The key may come before the workbench listens, and something that takes
    // the focus closes the palette again.
    await this.until('palette', async () => {
      if (!(await input.isVisible())) {
        await page.keyboard.press('F1')
        await input.waitFor({ timeout: 1000 }).catch(() => {})
      }
      return input.fill(`>${name}`, { timeout: 1000 }).then(() => true, () => false)
    })
    const row = page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first()
    await row.waitFor()
    await row.click()
  }

  /** Opens the menu of quick fixes at a squiggle. */
  async quickFixes(squiggle, title) {
    const menu = this.page.locator('.action-widget', { hasText: title }).first()
    // A menu that the editor asks for while it still learns of the finding is
    // empty, or closes again.
    await this.until('menu of quick fixes', async () => {
      const box = await squiggle.boundingBox()
      await this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
      await this.page.keyboard.press('Control+.')
      await menu.waitFor({ timeout: 4000 }).catch(() => this.page.keyboard.press('Escape'))
      return menu.isVisible()
    })
  }

  /** The processes that run a file. */
  running(file) {
    return readdirSync('/proc').filter((pid) => {
      try {
        return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/exe`) === file
      } catch {
        return false
      }
    })
  }

  /** A picture of the window, or of a part of it. */
  async picture(name, clip) {
    await this.page.screenshot({ path: join(this.artifacts, `${name}.png`), animations: 'disabled', ...(clip ? { clip } : {}) })
  }

  async until(what, condition) {
    for (const end = Date.now() + patience; ; ) {
      const value = await condition()
      if (value) return value
      if (Date.now() > end) throw new Error(`no ${what} within ${patience / 1000} seconds`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  read(name) {
    return readFileSync(join(this.workspace, name), 'utf8')
  }

  /** What `check` says about a file: its exit code. */
  check(name) {
    try {
      execFileSync(this.program, ['check', name], { cwd: this.workspace, stdio: 'pipe' })
      return 0
    } catch (error) {
      return error.status
    }
  }

  /** Keeps what tells why a case failed. */
  async failed() {
    await this.picture(`${this.name}-failed`).catch(() => {})
    for (const [from, to] of [['server.log', 'server.log'], ['data/logs', 'logs']]) {
      if (existsSync(join(this.work, from))) cpSync(join(this.work, from), join(this.artifacts, `${this.name}-${to}`), { recursive: true })
    }
  }

  /** Ends everything; gives the processes that are still there. */
  async close() {
    await this.browser?.close().catch(() => {})
    if (!this.server?.pid) return []
    const group = this.server.pid
    kill(group, 'SIGTERM')
    for (const end = Date.now() + 5000; members(group).length > 0; ) {
      if (Date.now() > end) kill(group, 'SIGKILL')
      if (Date.now() > end + 2000) break
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return members(group)
  }
}

function kill(group, signal) {
  try {
    process.kill(-group, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/** The living processes of a group. */
function members(group) {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      // The name in parentheses may hold anything.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ')
      return fields[0] !== 'Z' && Number(fields[2]) === group
    } catch {
      return false
    }
  })
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
