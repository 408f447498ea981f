// Draws icons/extension.png from icons/extension.svg: the marketplace takes no
// SVG. Usage: icon.mjs [CHROMIUM]
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const icons = new URL('../icons/', import.meta.url)
const browser = await chromium.launch({ executablePath: process.argv[2] ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const page = await browser.newPage({ viewport: { width: 128, height: 128 } })
await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${readFileSync(new URL('extension.svg', icons), 'utf8')}`)
await page.screenshot({ path: fileURLToPath(new URL('extension.png', icons)), omitBackground: true })
await browser.close()
