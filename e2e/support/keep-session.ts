import { writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'

/**
 * Saves a browser's admin sign-in for `QA_ADMIN_SESSION`. Google refuses browsers driven by a
 * program, so a person signs in, in a browser that accepts debugging connections. `PORTAL_URL=…
 * node e2e/support/keep-session.ts <file> [http://127.0.0.1:9222]`
 */
const [file, address = 'http://127.0.0.1:9222'] = process.argv.slice(2)
const portal = process.env['PORTAL_URL']
if (!file || !portal) {
  console.error('Say in which file to keep the session, and in PORTAL_URL of which portal.')
  process.exit(2)
}
const browser = await chromium.connectOverCDP(address)
const context = browser.contexts()[0]!
// Reads the storage from a page without portal code.
const page = await context.newPage()
await page.goto(new URL('/healthz', portal).href)
const state = await context.storageState({ indexedDB: true })
await page.close()
// Anyone with this file is the admin.
writeFileSync(file, JSON.stringify(state), { mode: 0o600 })
console.log(
  `${state.origins.length} origins and ${state.cookies.length} cookies are kept in ${file}.`,
)
process.exit(0)
