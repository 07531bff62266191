import { execFile, type ExecFileException } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listPreviews } from '../api/contract/src/previews.ts'
import { listReleases } from '../api/contract/src/publishing.ts'
import { createReleaseToken } from '../api/contract/src/release-tokens.ts'
import { releaseManifest } from '../api/contract/src/releases.ts'
import { trustPipeline } from '../api/contract/src/trusted-pipelines.ts'
import { testPortal } from '../api/src/testing/test-portal.ts'
import { commitAll } from '../e2e/support/workspace-copy.ts'
import * as z from 'zod'
import { buildPackages } from './packages/build-packages.ts'
import { startJobTokens } from './packages/job-tokens-fixture.ts'
import { type LocalRegistry, registryWith } from './packages/local-registry-fixture.ts'
import { publishedPackages, root } from './packages/published-packages.ts'
import { commandsOf, runCommands } from './packages/workflow-fixture.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'portal-packages-'))
const out = path.join(folder, 'packages')
const packages = publishedPackages().map((published) => ({
  ...published,
  name: published.file.name,
}))

beforeAll(() => buildPackages(out))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a remote in its own repository', () => {
  let registry: LocalRegistry
  const remote = path.join(folder, 'news')
  const read = (file: string) => readFileSync(path.join(remote, file), 'utf8')

  beforeAll(async () => {
    registry = await registryWith(out)
    writeFileSync(path.join(folder, '.npmrc'), registry.npmrc)
    await pnpm(folder, 'dlx', '--package=@portal/remote-kit', 'portal', 'create', 'news')
    writeFileSync(path.join(remote, '.npmrc'), registry.npmrc)
    await pnpm(remote, 'install')
  })
  afterAll(() => registry?.close())

  it('compiles with the types of the packages', async () => {
    await pnpm(remote, 'run', 'types', '--skipLibCheck', 'false')
    const screen = read('src/overview/overview-screen.tsx')
    writeFileSync(
      path.join(remote, 'src/overview/overview-screen.tsx'),
      screen.replace('title="Example"', 'title={1}').replace('title="News"', 'title={1}'),
    )
    await expect(pnpm(remote, 'run', 'types')).rejects.toThrow(/overview-screen\.tsx\(\d+,\d+\)/)
    writeFileSync(path.join(remote, 'src/overview/overview-screen.tsx'), screen)
  })

  it('builds a release', async () => {
    await pnpm(remote, 'run', 'build')
    const manifest = z.parse(releaseManifest, JSON.parse(read('dist/release.json')))
    expect(manifest).toMatchObject({ name: 'news', routes: ['/news'] })
    const versions = new Map(packages.map((published) => [published.name, published.file.version]))
    expect(manifest.shared['@portal/shared-ui/card']).toBe(`^${versions.get('@portal/shared-ui')}`)
    const bill = read('dist/sbom.cdx.json')
    expect(bill).toContain('"pkg:npm/%40portal/contract@')
    expect(bill).toContain('"SHA-512"')
  })

  it('tests its screens over the API in memory', async () => {
    expect(await pnpm(remote, 'test')).toMatch(/3 passed/)
  })

  it('passes the portal command’s check, screens included', async () => {
    expect(await pnpm(remote, 'run', 'check')).toContain('news can be published.')
  })

  it('installs with npm and builds with a React of its own', async () => {
    const own = path.join(folder, 'brings')
    mkdirSync(own)
    const portalCommand = path.join(remote, 'node_modules/.bin/portal')
    await run(portalCommand, ['create', 'polls', '--registry', registry.url], { cwd: own })
    const polls = path.join(own, 'polls')
    const settings = JSON.parse(readFileSync(path.join(polls, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
      devDependencies: Record<string, string>
      portal: object
    }
    const react = { react: '^18.3.1', 'react-dom': '^18.3.1' }
    Object.assign(settings.dependencies, react)
    Object.assign(settings.portal, { brings: ['react'] })
    writeFileSync(path.join(polls, 'package.json'), JSON.stringify(settings))
    rmSync(path.join(polls, 'src'), { recursive: true })
    cpSync(path.join(root, 'e2e/remotes/polls/src'), path.join(polls, 'src'), { recursive: true })
    await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: polls, env: plainEnv() })
    commitAll(polls, 'feat: add the polls remote')
    await run('npm', ['run', 'build'], { cwd: polls, env: plainEnv() })
    const built = readFileSync(path.join(polls, 'dist/release.json'), 'utf8')
    const manifest = z.parse(releaseManifest, JSON.parse(built))
    expect(manifest.brings?.['react']?.version).toMatch(/^18\./)
    expect(Object.keys(manifest.shared)).not.toContain('react')
  })

  it('passes its workflow, which checks and publishes it without a stored secret', async () => {
    const own = mkdtempSync(path.join(folder, 'own-'))
    const portalCommand = path.join(remote, 'node_modules/.bin/portal')
    await run(portalCommand, ['create', 'news', '--registry', registry.url], { cwd: own })
    const repository = path.join(own, 'news')
    await run('npm', ['install', '--package-lock-only'], { cwd: repository, env: plainEnv() })
    commitAll(repository, 'feat: add the news remote')
    const checkout = path.join(own, 'checkout')
    await run('git', ['clone', '--quiet', repository, checkout])

    const jobs = await startJobTokens('larkspur/news')
    const portal = await testPortal({ shellFolder: path.join(root, 'shell/dist') })
    try {
      await portal.call('admin')(trustPipeline, {
        body: {
          name: 'news main',
          remote: 'news',
          issuer: jobs.issuer,
          audience: portal.url,
          repository: 'larkspur/news',
          repositoryId: '4711',
          ref: 'refs/heads/main',
        },
      })
      const workflow = path.join(checkout, '.github/workflows/ci.yml')
      const github = { ref: 'refs/heads/main', vars: { PORTAL_URL: portal.url }, ...jobs }
      const commands = commandsOf(workflow, github)
      expect(commands.map(({ command }) => command)).toEqual([
        'npm ci',
        'npm run types',
        'npm test',
        'npm run check',
        'npm run release',
      ])
      // The portal would refuse the token of a pull request, so nothing before needs one.
      const proposed = commandsOf(workflow, { ...github, ref: 'refs/pull/1/merge' })
      expect(proposed).toEqual(commands.slice(0, -1))
      expect(proposed.some(({ env }) => 'PORTAL_URL' in env)).toBe(false)

      const outputs = await runCommands(commands, checkout)
      expect(outputs.join('')).toMatch(
        /3 passed[^]*news can be published\.[^]*of news is published, and runs nowhere yet/,
      )
      const { releases } = await portal.call('admin')(listReleases, { params: { remote: 'news' } })
      expect(releases).toMatchObject([{ publishedBy: 'release token news main' }])
      const { stdout: head } = await run('git', ['rev-parse', 'HEAD'], { cwd: repository })
      expect(head).toContain(releases[0]!.commit)

      // A pull request: only with people to show it to, and never from a fork.
      const preview = path.join(checkout, '.github/workflows/preview.yml')
      const { secret } = await portal.call('admin')(createReleaseToken, {
        body: { name: 'previews', remote: 'news' },
      })
      const people = 'maria.lopez@larkspur.example,ana@partner.example'
      const pull = {
        ...github,
        ref: 'refs/pull/1/merge',
        vars: { ...github.vars, PREVIEW_PEOPLE: people },
        secrets: { PORTAL_TOKEN: secret },
      }
      expect(commandsOf(preview, { ...pull, vars: github.vars })).toEqual([])
      expect(commandsOf(preview, { ...pull, isFork: true })).toEqual([])
      const [install, ...previewing] = commandsOf(preview, pull)
      expect(install!.command).toBe('npm ci')
      const [link] = await runCommands(previewing, checkout)
      expect(link).toMatch(/\/news#preview=[\w-]{43}\n/)
      const { previews } = await portal.call('admin')(listPreviews, { params: { remote: 'news' } })
      expect(previews).toMatchObject([{ people: people.split(',').toSorted() }])
      expect(previews[0]!.release).toContain(`-preview.${head.slice(0, 10)}-`)
    } finally {
      await Promise.all([portal.close(), jobs.close()])
    }
    // Two installs, two builds and two checks in a browser, on a machine that may be busy.
  }, 600_000)
})

const run = promisify(execFile)

/** Runs pnpm in a folder outside the workspace; throws its output. */
async function pnpm(cwd: string, ...args: string[]): Promise<string> {
  mkdirSync(cwd, { recursive: true })
  try {
    const { stdout } = await run('npx', ['-y', 'pnpm@12', ...args], { cwd, env: plainEnv() })
    return stdout
  } catch (error) {
    const { stdout, stderr } = error as ExecFileException & { stdout: string; stderr: string }
    throw new Error(`pnpm ${args.join(' ')}:\n${stdout}${stderr}`, { cause: error })
  }
}

/** Without the settings of the pnpm that runs the tests. */
function plainEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm|pnpm)_config_/i.test(name)),
  )
}
