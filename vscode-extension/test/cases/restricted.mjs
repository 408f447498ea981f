// A workspace that is not trusted: it is checked, and nothing in it is run.
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const restricted = {
  retry: true,
  async run(editor) {
    // A server that leaves a trace, named by the user and by the workspace.
    const [other, trace] = ['other', 'trace'].map((name) => join(editor.work, name))
    writeFileSync(other, `#!/bin/sh\necho run >>'${trace}'\n`)
    chmodSync(other, 0o755)
    mkdirSync(join(editor.workspace, '.vscode'))
    const settings = { 'boundary.server.path': other, 'boundary.playbook.previewOnSave': true }
    writeFileSync(join(editor.workspace, '.vscode', 'settings.json'), JSON.stringify(settings))
    await editor.start({ trust: true, settings })
    const page = await editor.browse('playbooks/repair.playbook.star')
    await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor()
    await page.locator('.squiggly-error').first().waitFor({ state: 'attached' })
    await page.locator('.codelens-decoration a', { hasText: 'Preview prompts' }).click()
    await page.locator('.notification-toast', { hasText: 'playbooks are not run' }).waitFor()
    await editor.picture('restricted')
    if ((await page.locator('.tab', { hasText: '.prompts' }).count()) > 0) throw new Error('there is a preview')
    if (existsSync(trace)) throw new Error('the server of the settings was run')
  },
}
