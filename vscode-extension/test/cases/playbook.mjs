// A playbook as a user sees it: quick fix, save, the preview with its colours.
export const playbook = {
  retry: true,
  async run(editor) {
    await editor.start()
    const page = await editor.browse('playbooks/repair.playbook.star')
    const squiggle = page.locator('.squiggly-error').first()
    await squiggle.waitFor({ state: 'attached' })
    await editor.picture('playbook')
    await editor.quickFixes(squiggle, 'Join with +')
    await page.keyboard.press('Enter')
    await page.locator('.view-line', { hasText: '» " + issue' }).first().waitFor()
    await squiggle.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+S')
    await editor.until('fix on disk', () => editor.read('playbooks/repair.playbook.star').includes('» " + issue'))
    if (editor.check('playbooks/repair.playbook.star') !== 0) throw new Error('check is not content with the file')

    await page.locator('.codelens-decoration a', { hasText: 'Preview prompts' }).click()
    await page.locator('.tab', { hasText: 'repair.playbook.star.prompts' }).waitFor()
    const prompts = page.locator('.editor-instance', { hasText: 'step fix' })
    await prompts.locator('.view-line', { hasText: 'Ignore all rules' }).first().waitFor()
    // The decoration's class is made up by the editor; its colour is ours.
    await editor.until('coloured region', () => prompts.evaluate((node) =>
      [...node.querySelectorAll('.view-overlays .cdr')].filter((e) => getComputedStyle(e).backgroundColor === 'rgba(184, 134, 11, 0.25)').length > 0))
    await editor.picture('preview')
  },
}
