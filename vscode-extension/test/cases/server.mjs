// Servers that do not do what they should: each says so in words, and the way
// back is the setting. The ones that fail later are in the API's test.
import { copyFileSync, chmodSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const server = {
  retry: true,
  async run(editor) {
    await editor.start()
    const page = await editor.browse('triage/main.bot')
    const status = (text) => page.locator('.statusbar-item', { hasText: text }).waitFor()
    const toast = (text) => page.locator('.notification-toast', { hasText: text })
    const quiet = async () => {
      await editor.command('Notifications: Clear All Notifications')
      await page.locator('.notification-toast').first().waitFor({ state: 'detached' })
    }
    const good = '2 nodes act, 1 fault'
    const runs = () => status(good)
    const path = (name, outcome) => editor.reconfigure({ 'boundary.server.path': name === '' ? '' : file(name) }, `outcome of the server ${name}`, outcome)
    const back = () => path('', () => page.locator('.statusbar-item', { hasText: good }).isVisible())
    await runs()

    // Programs that cannot be started, or are none of ours.
    const file = (name) => join(editor.work, name)
    writeFileSync(file('text'), 'no program')
    mkdirSync(file('folder'))
    writeFileSync(file('short'), '#!/bin/sh\nexit 3\n')
    writeFileSync(file('chatty'), '#!/bin/sh\nread line\necho no protocol\n')
    for (const name of ['short', 'chatty']) chmodSync(file(name), 0o755)
    const start = 'The language server cannot be started'
    for (const [name, why] of [['nowhere', 'ENOENT'], ['text', 'EACCES'], ['folder', 'EACCES'], ['short', 'exit code 3'], ['chatty', 'exit code 0']]) {
      const said = toast(`${start}: ${file(name)}: `)
      await path(name, () => said.isVisible())
      const text = await said.innerText()
      if (!text.includes(why)) throw new Error(`of ${name} it says ${text}`)
      if ((await page.locator('.notification-toast').count()) !== 1) throw new Error(`there is more than one message: ${await page.locator('.notification-toast').allInnerTexts()}`)
      await status('Boundary: stopped')
      if (name === 'short') await editor.picture('no-server')
      await quiet()
      await back()
    }

    // One that never answers holds nothing up, and does not stay.
    copyFileSync(realpathSync('/bin/sleep'), file('mute.program'))
    writeFileSync(file('mute'), `#!/bin/sh\nexec '${file('mute.program')}' 1000\n`)
    for (const name of ['mute', 'mute.program']) chmodSync(file(name), 0o755)
    const mute = () => editor.running(file('mute.program'))
    await path('mute', () => mute().length === 1)
    const [first] = mute()
    await editor.command('Boundary: Restart Language Server')
    await editor.until('another silent server', () => mute().length === 1 && mute()[0] !== first)
    await back()
    await editor.until('end of the silent server', () => mute().length === 0)
  },
}
