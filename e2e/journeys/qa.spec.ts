import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { getPortal } from '@portal/contract/portal'
import { callWith, memberToken } from '../bench/session.ts'
import { expect, people, test } from '../support/fixtures.ts'

const root = path.resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/** What `pnpm qa` does, of one short journey: how it ends, and what it says. */
async function qa(env: NodeJS.ProcessEnv, output: string): Promise<{ code: number; told: string }> {
  const playwright = path.join(root, 'node_modules/.bin/playwright')
  const args = [
    'test',
    '--config',
    'e2e/qa.config.ts',
    '--output',
    path.join(output, 'qa'),
    '-g',
    'unknown page',
  ]
  try {
    const { stdout } = await run(playwright, args, { cwd: root, env: { ...process.env, ...env } })
    return { code: 0, told: stdout }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, told: `${stdout}${stderr}` }
  }
}

test('a portal that runs is tried by its address, an account and the id of a composition', async ({
  baseURL,
}, info) => {
  test.setTimeout(180_000)
  const call = callWith(baseURL!, await memberToken(baseURL!))
  const { id } = (await call(getPortal)).composition
  const { email, password } = people.member
  const account = { QA_MEMBER_EMAIL: email, QA_MEMBER_PASSWORD: password }

  const unsaid = await qa({ QA_MEMBER_EMAIL: '', QA_MEMBER_PASSWORD: '' }, info.outputDir)
  expect(unsaid.told).toContain('Set QA_MEMBER_EMAIL, QA_MEMBER_PASSWORD: docs/qa.md says')
  expect(unsaid.code).toBe(1)

  const good = await qa({ ...account, QA_COMPOSITION: id }, info.outputDir)
  expect(good.told).toContain('1 passed')
  expect(good.code).toBe(0)

  const other = await qa({ ...account, QA_COMPOSITION: `${id}-gone` }, info.outputDir)
  expect(other.told).toContain('the composition was refused')
  expect(other.code).toBe(1)
})
