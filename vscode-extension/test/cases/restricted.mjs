// A workspace that is not trusted: it is checked, and nothing in it is run.
export const restricted = {
  retry: true,
  async run(editor) {
    await editor.start({ trust: true, settings: { 'boundary.server.path': '/nowhere/boundary-lsp' } })
    const page = await editor.browse('playbooks/repair.playbook.star')
    await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor()
    await page.locator('.squiggly-error').first().waitFor({ state: 'attached' })
    await page.locator('.codelens-decoration a', { hasText: 'Preview prompts' }).click()
    await page.locator('.notification-toast', { hasText: 'playbooks are not run' }).waitFor()
    await editor.picture('restricted')
    if ((await page.locator('.tab', { hasText: '.prompts' }).count()) > 0) throw new Error('there is a preview')
  },
}
