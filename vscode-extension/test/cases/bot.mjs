// A bot as a user sees it: colours, squiggle, hover, quick fix, save.
export const bot = {
  retry: true,
  async run(editor) {
    await editor.start()
    const page = await editor.browse('triage/main.bot')
    const squiggle = page.locator('.squiggly-error').first()
    await squiggle.waitFor({ state: 'attached' })
    const status = page.locator('.statusbar-item', { hasText: '2 nodes act, 1 fault' })
    await status.waitFor()
    await page.locator('.codelens-decoration', { hasText: 'insert the boundary paragraph' }).waitFor()
    await page.locator('.statusbar-item', { hasText: 'Activating' }).waitFor({ state: 'detached' })
    await editor.picture('squiggle')

    // The hover of the node's name, opened by its lens.
    await page.locator('.codelens-decoration a', { hasText: 'acts: tools: bash' }).click()
    const hover = page.locator('.monaco-hover', { hasText: 'Acts: yes' })
    await hover.waitFor()
    if (!(await hover.innerText()).includes('capability board.label')) throw new Error(`the hover says ${await hover.innerText()}`)
    await editor.picture('hover')
    await page.keyboard.press('Escape')

    await status.click()
    await page.locator('.quick-input-widget', { hasText: 'its boundary paragraph is missing' }).waitFor()
    await editor.picture('status')
    await page.keyboard.press('Escape')

    await editor.quickFixes(squiggle, 'Insert the boundary paragraph')
    await editor.picture('quickfix')
    await page.keyboard.press('Enter')
    await page.locator('.view-line', { hasText: 'UNTRUSTED INPUT BOUNDARY' }).first().waitFor()
    await squiggle.waitFor({ state: 'detached' })
    await page.locator('.statusbar-item', { hasText: '2 nodes act, no faults' }).waitFor()
    await page.locator('.codelens-decoration', { hasText: 'insert the boundary paragraph' }).waitFor({ state: 'detached' })
    await editor.picture('fixed')
    await page.keyboard.press('Control+S')
    await editor.until('paragraph on disk', () => editor.read('triage/main.bot').includes('UNTRUSTED INPUT BOUNDARY'))
    if (editor.check('triage/main.bot') !== 0) throw new Error('check is not content with the file')
  },
}
