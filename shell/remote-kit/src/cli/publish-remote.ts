import {
  type ReleaseRecord,
  type PublishedManifest,
  publishRelease,
  readReleaseFile,
  sourceMapLimits,
  uploadReleaseFile,
} from '@portal/contract/publishing'
import { print } from '@portal/domain/print'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { sizeText } from '@portal/domain/file-size'
import { pathOf } from '@portal/domain/path-of'
import { repositoryOf } from '../build/repository.ts'
import { CommandFailure } from './command.ts'
import { allGood } from './findings.ts'
import type { PortalConnection } from './portal-connection.ts'
import type { RemoteFolder } from './remote-folders.ts'
import { stableRecord } from './move-pointer.ts'
import { inputSpecs } from '../build/build-inputs.ts'
import { servedFiles } from './fetch-release.ts'
import { hexOf, inParallel, integrityOf, type WholeRelease } from './release-files.ts'

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
  const { reportPassed } = await import('./report-passed.ts')
  let build: Built | undefined
  const target = await portalTarget(portal, remote.name)
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

const atOnce = 4

type SentRelease = WholeRelease & {
  manifest: PublishedManifest
  /** Source maps by file name. */
  maps?: ReadonlyMap<string, Uint8Array>
}

/**
 * Uploads the files first and the record last: if this ends early, there is no release, and a repeated run continues.
 * Existing files are recognized by their hash. Each file is read back before the record is written, and again as
 * browsers get it.
 */
export async function sendRelease(
  portal: PortalConnection,
  { manifest, files, maps: built = new Map() }: SentRelease,
  report: (line: string) => void,
): Promise<ReleaseRecord> {
  const params = { remote: manifest.name }
  const { maps, tooLarge } = listedMaps(built)
  if (tooLarge) report(`  ${tooLarge}`)
  const sent = new Map([...files, ...built])
  await inParallel([...manifest.files, ...maps], atOnce, async ({ file, integrity }) => {
    const address = { ...params, sha384: hexOf(integrity) }
    const stored = pathOf(readReleaseFile.path, address)
    const { status } = await portal.ask('HEAD', stored)
    const bytes = new Uint8Array(sent.get(file)!)
    if (status === 404) await portal.call(uploadReleaseFile, { params: address, upload: bytes })
    const kept = await portal.ask('GET', stored)
    if (!kept.ok) throw new CommandFailure(await errorMessage(kept, file))
    if (integrityOf(new Uint8Array(await kept.arrayBuffer())) !== integrity) {
      throw new CommandFailure(`${file} came back from the portal with other bytes.`)
    }
    const how = status === 404 ? 'sent' : 'there already'
    report(`  ${file}, ${sizeText(bytes.byteLength)}: ${how}, read back`)
  })
  const record = await portal.call(publishRelease, {
    params,
    body: { ...manifest, ...(maps.length > 0 ? { maps } : {}) },
  })
  // A release that was adopted from a folder may lack the files for tools.
  const { faults } = await servedFiles(portal, { ...manifest, files: record.files })
  if (faults.length === 0) return record
  throw new CommandFailure(`${manifest.release} is registered, but must not be promoted:`, {
    lines: faults.map((fault) => `  ${fault}`),
  })
}

/** Source maps as a record lists them; none if they are too large. */
function listedMaps(built: ReadonlyMap<string, Uint8Array>): {
  maps: NonNullable<PublishedManifest['maps']>
  tooLarge?: string
} {
  const maps = [...built].map(([file, bytes]) => ({
    file,
    integrity: integrityOf(bytes),
    size: bytes.byteLength,
  }))
  const all = maps.reduce((sum, { size }) => sum + size, 0)
  const { file, all: most } = sourceMapLimits
  if (all <= most && maps.every(({ size }) => size <= file)) return { maps }
  const tooLarge = `The source maps have ${sizeText(all)}, more than a portal takes: stacks of this release stay as they are.`
  return { maps: [], tooLarge }
}

async function errorMessage(response: Response, file: string): Promise<string> {
  const problem = (await response.json().catch(() => ({}))) as { error?: unknown }
  const why = typeof problem.error === 'string' ? problem.error : `status ${response.status}`
  return `${file} can’t be read back: ${why}`
}
