import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const script = path.join(import.meta.dirname, 'find-installed-browser.ts')

/** Why there is no browser for trials; undefined if there is one. In a separate process, because it loads a lot of code. */
export async function browserFault(): Promise<string | undefined> {
  const child = spawn(process.execPath, [script], { stdio: 'ignore' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code === 0) return undefined
  return 'there is no browser. Install Chromium or Chrome, or run “npx playwright install chromium”.'
}
