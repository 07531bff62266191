import { writeFileSync } from 'node:fs'
import { getPortal } from '@portal/contract/portal'
import { chromium } from '@playwright/test'

/**
 * Saves a browser's sign-in with a QA account that has admin rights, for `QA_ADMIN_SESSION`. Google
 * refuses browsers driven by a program, so a person signs in, in a browser that accepts debugging
 * connections. `PORTAL_URL=… pnpm qa:session <file> [http://127.0.0.1:9222]`
 */
const [file, address = 'http://127.0.0.1:9222'] = process.argv.slice(2)
const portal = process.env['PORTAL_URL']
if (!file || !portal) {
  console.error('Say in which file to keep the session, and in PORTAL_URL of which portal.')
  process.exit(2)
}
const browser = await chromium.connectOverCDP(address)
const context = browser.contexts()[0]!
const page = await context.newPage()
// Any page of the portal renews the cookie.
await page.goto(portal)
const reply = await context.request.get(new URL(getPortal.path, portal).href)
const fault = faultOf(await reply.json().catch(() => undefined))
if (fault !== undefined) {
  await page.close()
  console.error(fault)
  process.exit(1)
}
// Reads the storage from a page without portal code.
await page.goto(new URL('/healthz', portal).href)
const state = await context.storageState({ indexedDB: true })
await page.close()
// Anyone with this file reads what the account reads.
writeFileSync(file, JSON.stringify(state), { mode: 0o600 })
console.log(
  `${state.origins.length} origins and ${state.cookies.length} cookies are kept in ${file}.`,
)
process.exit(0)

/** Why this sign-in isn't kept. A file with the session of somebody who may change things is worth stealing. */
function faultOf(body: unknown): string | undefined {
  const read = getPortal.reply.safeParse(body)
  if (!read.success) return 'Nobody is signed in there.'
  const { email, isAdmin, isQa } = read.data.person
  if (!isQa) return `${email} isn’t a QA account: name it in the portal’s QA_ACCOUNTS.`
  return isAdmin ? undefined : `${email} has no admin rights.`
}
