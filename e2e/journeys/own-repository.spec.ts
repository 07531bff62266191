import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { saveCohorts } from '@portal/contract/pointers'
import { createReleaseToken } from '@portal/contract/release-tokens'
import { buildPackages } from '../../scripts/packages/build-packages.ts'
import { registryWith } from '../../scripts/packages/local-registry-fixture.ts'
import { adminToken, callWith } from '../bench/session.ts'
import { expect, test } from '../support/fixtures.ts'
import { pageCommands } from '../support/page-commands.ts'

const guide = path.resolve(import.meta.dirname, '../../docs/a-remote-in-its-own-repository.md')
/** The guide's placeholders. */
const anyPortal = 'https://portal.example.org'
const anyRegistry = 'https://npm.portal.example.org'
const run = promisify(execFile)

test('a team takes a remote from an empty folder to the QA cohort with nothing but the packages', async ({
  ownPortal,
  page,
  signIn,
}) => {
  test.setTimeout(600_000)
  const folder = mkdtempSync(path.join(tmpdir(), 'board-portal-own-'))
  const packages = path.join(folder, 'packages')
  const empty = path.join(folder, 'empty')
  mkdirSync(empty)
  await buildPackages(packages)
  const registry = await registryWith(packages)
  try {
    const portal = await ownPortal()
    const call = callWith(portal.url, await adminToken(portal.url))
    const { secret } = await call(createReleaseToken, { body: { name: 'ci', remote: 'news' } })
    await call(saveCohorts, {
      params: { remote: 'news' },
      body: { qa: ['maria.lopez@larkspur.example'], team: [] },
      revision: 'new',
    })

    const commands = pageCommands(guide)
    const lines = commands.flatMap(({ script }) => script.replaceAll('\\\n', ' ').split('\n'))
    expect(lines.length).toBeLessThanOrEqual(12)
    const script = lines
      .join('\n')
      .replaceAll(anyRegistry, registry.url)
      .replaceAll(anyPortal, portal.url)
    const author = { NAME: 'Ada Park', EMAIL: 'ada.park@larkspur.example' }
    const git = Object.entries(author).flatMap(([what, value]) => [
      [`GIT_AUTHOR_${what}`, value],
      [`GIT_COMMITTER_${what}`, value],
    ])
    const others = Object.entries(process.env).filter(
      ([name]) => !/^(npm_|pnpm_|PORTAL_)/i.test(name),
    )
    const env = { ...Object.fromEntries([...others, ...git]), PORTAL_TOKEN: secret }
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: empty, env })
    expect(stdout).toContain('is for the QA cohort')

    await signIn('member', { url: `${portal.url}/news` })
    await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible()
    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu.getByRole('link', { name: 'News' })).toBeVisible()
  } finally {
    await registry.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
