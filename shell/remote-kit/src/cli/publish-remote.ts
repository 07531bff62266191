import type { ReleaseRecord } from '@portal/contract/publishing'
import { print } from '@portal/domain/print'
import { repositoryOf } from '../build/repository.ts'
import { CommandFailure } from './command.ts'
import { allGood } from './findings.ts'
import type { PortalConnection } from './portal-connection.ts'
import type { RemoteFolder } from './remote-folders.ts'
import { stableRecord } from './running-release.ts'
import { commitOf } from './source-state.ts'

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
