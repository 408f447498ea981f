// The workflow graph as a user sees it: opened by its lens, in the colours of
// the theme, at the cursor, after an edit, and as a way to the declarations.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const graph = {
  retry: true,
  async run(editor) {
    await editor.start()
    const page = await editor.browse('triage/main.bot')
    await page.keyboard.press('Control+B')
    await page.locator('.squiggly-error').first().waitFor({ state: 'attached' })
    // Lines below the screen are not drawn.
    await page.locator('.view-line', { hasText: 'agent' }).first().click()
    await page.keyboard.press('Control+End')
    await page.locator('.codelens-decoration a', { hasText: 'show graph' }).click()
    await page.locator('.tab', { hasText: 'Graph of main.bot' }).waitFor()
    const view = page.frameLocator('iframe.webview').frameLocator('#active-frame')
    const node = (name) => view.locator(`g[data-node="${name}"]`)
    for (const name of ['sorter', 'closer', 'count', 'done']) await node(name).waitFor()

    // The drawing has its own styles, and the colours of the theme.
    const of = (name, property) => node(name).locator('.box').evaluate((e, p) => getComputedStyle(e)[p], property)
    if ((await of('sorter', 'strokeDasharray')) === 'none') throw new Error('the node with the fault is drawn as any other')
    const theme = await view.locator('body').evaluate((body) => {
      const probe = body.appendChild(document.createElement('i'))
      const colour = (name) => {
        probe.style.color = `var(${name})`
        return getComputedStyle(probe).color
      }
      const all = { fault: colour('--vscode-editorError-foreground'), acting: colour('--vscode-charts-blue') }
      probe.remove()
      return all
    })
    for (const [name, want] of [['sorter', theme.fault], ['closer', theme.acting]]) {
      if ((await of(name, 'stroke')) !== want) throw new Error(`${name} has the stroke ${await of(name, 'stroke')}, not ${want}`)
    }

    // A click, and Enter, go to the declaration; the mark goes along.
    const line = (n) => page.locator('.statusbar-item', { hasText: `Ln ${n},` }).waitFor()
    const current = (name) => view.locator(`g[data-node="${name}"][aria-current="true"]`).waitFor()
    await node('closer').click()
    await line(36)
    await current('closer')
    await node('sorter').focus()
    await page.keyboard.press('Enter')
    await line(26)
    await current('sorter')
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown')
    await line(29)
    await current('sorter')
    await editor.picture('graph')
    for (let i = 0; i < 9; i++) await page.keyboard.press('ArrowDown')
    await line(38)
    await current('closer')

    // What is typed shows, and what cannot be drawn says why.
    await node('count').click()
    await line(43)
    await page.keyboard.press('Control+End')
    await page.keyboard.type('\n  count -> fail')
    await node('fail').waitFor()
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Delete')
    await view.locator('#refused', { hasText: 'workflow' }).waitFor()
    await page.keyboard.press('Control+Z')
    await view.locator('#refused').waitFor({ state: 'hidden' })
    await node('sorter').waitFor()

    // So does what changes on disk, in a file that is not open.
    const lib = join(editor.workspace, 'triage/lib/prompts.bot')
    writeFileSync(lib, editor.read('triage/lib/prompts.bot').replace('UNTRUSTED INPUT', 'INPUT'))
    await editor.until('fault of closer', async () => (await of('closer', 'strokeDasharray')) !== 'none')
  },
}
