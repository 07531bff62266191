import { execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { getPortal } from '@portal/contract/portal'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../scripts/browser.ts'
import { callWith, memberToken } from '../bench/session.ts'
import { browserArgs } from '../support/browser-args.ts'
import { everyCombination } from '../support/counts.ts'
import { expect, people, test } from '../support/fixtures.ts'

const root = path.resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/** Runs `pnpm qa` with one short journey; returns its exit code and output. */
async function qa(
  env: NodeJS.ProcessEnv,
  output: string,
  journey = 'unknown page',
): Promise<{ code: number; output: string }> {
  const playwright = path.join(root, 'node_modules/.bin/playwright')
  const args = [
    'test',
    '--config',
    'e2e/qa.config.ts',
    '--output',
    path.join(output, 'qa'),
    '-g',
    journey,
  ]
  try {
    const { stdout } = await run(playwright, args, { cwd: root, env: { ...process.env, ...env } })
    return { code: 0, output: stdout }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: `${stdout}${stderr}` }
  }
}

test('a running portal is tested by its address, an account and a composition’s id', async ({
  baseURL,
}, info) => {
  test.setTimeout(180_000)
  const call = callWith(baseURL!, await memberToken(baseURL!))
  const { id } = (await call(getPortal)).composition
  const { email, password } = people.member
  const account = { QA_MEMBER_EMAIL: email, QA_MEMBER_PASSWORD: password }

  const good = await qa({ ...account, QA_COMPOSITION: id }, info.outputDir)
  expect(good.output).toContain('1 passed')
  expect(good.code).toBe(0)
  if (!everyCombination) return

  const unsaid = await qa({ QA_MEMBER_EMAIL: '', QA_MEMBER_PASSWORD: '' }, info.outputDir)
  expect(unsaid.output).toContain('Set QA_MEMBER_EMAIL, QA_MEMBER_PASSWORD; see docs/qa.md')
  expect(unsaid.code).toBe(1)

  const other = await qa({ ...account, QA_COMPOSITION: `${id}-gone` }, info.outputDir)
  expect(other.output).toContain('the composition was refused')
  expect(other.code).toBe(1)
})

/**
 * A browser that isn't driven by a program but accepts debugging connections; returns its endpoint
 * and a stop function.
 */
async function ownBrowser(folder: string): Promise<{ address: string; end: () => void }> {
  const args = [...browserArgs, '--remote-debugging-port=0', `--user-data-dir=${folder}`]
  // A process group of its own: Debian's browser command is a script, which ends before the browser
  // does.
  const browser = spawn(findBrowser(), ['--headless', ...args, 'about:blank'], { detached: true })
  const address = await new Promise<string>((resolve, reject) => {
    let output = ''
    browser.once('exit', () => reject(new Error(output)))
    browser.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const port = /DevTools listening on ws:\/\/[\d.]+:(\d+)/.exec(output)?.[1]
      if (port) resolve(`http://127.0.0.1:${port}`)
    })
  })
  return { address, end: () => void process.kill(-browser.pid!) }
}

test(
  'an admin’s pages are tested with a session that a person has saved',
  { tag: '@long' },
  async ({ ownPortal, signIn }, info) => {
    test.setTimeout(240_000)
    const other = await ownPortal()
    const { url } = await ownPortal({ QA_ACCOUNTS: people.admin.email })
    const own = await ownBrowser(info.outputPath('profile'))
    const session = info.outputPath('admin.json')
    try {
      const browser = await chromium.connectOverCDP(own.address)
      const page = await browser.contexts()[0]!.newPage()
      const keep = (portal: string) => {
        const args = [path.join(root, 'e2e/support/keep-session.ts'), session, own.address]
        return run(process.execPath, args, { env: { ...process.env, PORTAL_URL: portal } })
      }
      await signIn('admin', { page, url: `${other.url}/` })
      await expect(keep(other.url)).rejects.toMatchObject({
        stderr: expect.stringContaining(`${people.admin.email} isn’t a QA account`),
      })
      expect(existsSync(session)).toBe(false)
      await signIn('admin', { page, url: `${url}/` })
      expect((await keep(url)).stdout).toContain(`are kept in ${session}`)
      await browser.close()
    } finally {
      own.end()
    }
    const kept = JSON.parse(readFileSync(session, 'utf8')) as { cookies: { name: string }[] }
    expect(kept.cookies.map(({ name }) => name)).toContain('__session')
    const { email, password } = people.member
    const account = { PORTAL_URL: url, QA_MEMBER_EMAIL: email, QA_MEMBER_PASSWORD: password }
    const pages = 'every admin page'
    const without = await qa(account, info.outputDir, pages)
    expect(without.output).toContain('No tests found')
    const good = await qa({ ...account, QA_ADMIN_SESSION: session }, info.outputDir, pages)
    expect(good.output).toContain('1 passed')
    expect(good.code).toBe(0)
  },
)
