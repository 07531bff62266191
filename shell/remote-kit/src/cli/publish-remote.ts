import type { ReleaseRecord } from '@portal/contract/publishing'
import { print } from '@portal/domain/print'
import { repositoryOf } from '../build/repository.ts'
import { CommandFailure } from './command.ts'
import { allGood } from './findings.ts'
import type { PortalConnection } from './portal-connection.ts'
import type { RemoteFolder } from './remote-folders.ts'
import { stableRecord } from './running-release.ts'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { inputSpecs } from '../build/build-inputs.ts'

type Built = Awaited<ReturnType<typeof import('./built-release.ts').buildRelease>>

/** Characters of a commit in a preview's version. */
const commitLength = 10

/**
 * Builds and checks a remote, uploads and registers it, and reports that it passed. A preview gets its own version,
 * named by its commit.
 */
export async function publishRemote(
  portal: PortalConnection,
  remote: RemoteFolder,
  { isPreview = false } = {},
): Promise<ReleaseRecord> {
  const commit = await commitOf(remote.dir, repositoryOf(remote.dir))
  const { checkRelease, checkSources } = await import('./check-release.ts')
  const { portalTarget } = await import('./check-target.ts')
  const { sendRelease } = await import('./send-release.ts')
  const { reportPassed } = await import('./report-passed.ts')
  let build: Built | undefined
  const target = await portalTarget(portal)
  const findings = async function* () {
    const running = await stableRecord(portal, remote.name)
    const preview = isPreview ? commit.slice(0, commitLength) : undefined
    const options = { types: true, preview, running }
    yield* checkSources(remote, (made) => (build = made), options)
    if (build) yield* checkRelease(build, target)
  }
  const good = await allGood(findings(), print)
  if (!good || !build) throw new CommandFailure(`${remote.name} was not published.`)
  const manifest = { ...build.manifest, commit }
  const record = await sendRelease(portal, { ...build, manifest }, print)
  const { release } = record
  await reportPassed(portal, { remote: remote.name, release, shell: target.shell.content.build })
  return record
}

const run = promisify(execFile)

/** Inputs of a remote's build outside its folder; the command line isn't one. */
const common = [
  'api/contract',
  'api/domain',
  'shell/remote-kit',
  'shared-ui',
  'pnpm-lock.yaml',
  ':(exclude)shell/remote-kit/bin',
  ':(exclude)shell/remote-kit/src/cli',
]

/**
 * The newest commit, in hex, that changed any of the files that determine a release's id: the same release has the same
 * commit, regardless of other commits since. Refuses uncommitted sources, because nobody could find them again.
 */
export async function commitOf(dir: string, workspace: string): Promise<string> {
  const folder = path.relative(workspace, dir)
  const changed = await git(workspace, ['status', '--porcelain', '--', folder || '.', ...common])
  if (changed !== '') {
    throw new CommandFailure('A release names the commit it was built from. Commit these first:', {
      lines: changed.split('\n'),
    })
  }
  const newest = ['rev-list', '--max-count=1', 'HEAD', '--', ...inputSpecs(folder)]
  const commit = await git(workspace, newest)
  if (await historyEndsAt(workspace, commit)) {
    throw new CommandFailure(
      'A release names the commit of its sources, and the repository’s history doesn’t reach back to it: fetch all of it (git fetch --unshallow).',
    )
  }
  return commit
}

/** At the commit where a shallow clone ends, git treats everything as new. */
async function historyEndsAt(workspace: string, commit: string): Promise<boolean> {
  const ends = path.resolve(workspace, await git(workspace, ['rev-parse', '--git-path', 'shallow']))
  return existsSync(ends) && readFileSync(ends, 'utf8').includes(commit)
}

async function git(cwd: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await run('git', args, { cwd, maxBuffer: 16 * 1024 * 1024 })
    return stdout.trimEnd()
  } catch (cause) {
    const { stderr } = cause as { stderr?: string }
    const why = stderr?.trim().split('\n')[0] ?? String(cause)
    throw new CommandFailure(`A release names the commit it was built from. ${why}`, { cause })
  }
}
