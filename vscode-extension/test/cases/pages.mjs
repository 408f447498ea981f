// The pages around the editor: the walkthrough, a Markdown page with a fence,
// the settings.
export const pages = {
  retry: true,
  async run(editor) {
    await editor.start()
    const page = await editor.browse('triage/README.md')
    await page.locator('.squiggly-error').first().waitFor({ state: 'attached' })
    await editor.picture('markdown')
    // The walkthrough shows its pictures only where there is room.
    await page.setViewportSize({ width: 1600, height: 900 })
    await page.keyboard.press('Control+B')
    await editor.command('Welcome: Open Walkthrough')
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Get started with Boundary' }).click()
    await page.locator('.gettingStartedContainer', { hasText: 'See which nodes act' }).waitFor()
    const picture = page.locator('.getting-started-media img').first()
    await picture.waitFor()
    await editor.until('picture of the first step', () => picture.evaluate((e) => e.complete && e.naturalWidth > 300).catch(() => false))
    await editor.picture('walkthrough')
    await editor.command('Preferences: Open Settings (UI)')
    await page.locator('.settings-editor').waitFor()
    const setting = page.locator('.settings-editor .setting-item', { hasText: 'Workspace Diagnostics' }).first()
    // The search takes what is typed from the moment on in which it has the
    // focus, which nothing shows.
    await editor.until('settings of the extension', async () => {
      await page.locator('.settings-editor .suggest-input-container').click()
      await page.keyboard.press('Control+A')
      await page.keyboard.type('@ext:boundary-lsp.boundary-lsp')
      await setting.waitFor({ timeout: 5000 }).catch(() => {})
      return setting.isVisible()
    })
    await editor.picture('settings')
  },
}
