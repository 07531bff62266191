import { repositoryOf } from '../build/repository.ts'
import { type Command, CommandFailure, readArgs } from './command.ts'
import { allGood } from './findings.ts'
import { openPortal } from './portal-connection.ts'
import { stableRecord } from './running-release.ts'
import { remoteFolder } from './remote-folders.ts'
import { commitOf } from './source-state.ts'

export const publishCommand: Command = {
  summary:
    'Builds and checks a remote, uploads its files, reads each of them back, and registers the release. It runs nowhere until it is promoted.',
  usage: '[<remote>]',
  async run(args) {
    const { positionals } = readArgs(args, { options: {}, most: 1 })
    const remote = remoteFolder(positionals[0])
    const portal = openPortal(remote.name)
    const commit = await commitOf(remote.dir, repositoryOf(remote.dir))
    const { checkRelease, checkSources } = await import('./check-release.ts')
    const { portalTarget } = await import('./check-target.ts')
    const { sendRelease } = await import('./send-release.ts')
    const { reportPassed } = await import('./report-passed.ts')
    let build: Built | undefined
    const target = await portalTarget(portal)
    const findings = async function* () {
      const running = await stableRecord(portal, remote.name)
      yield* checkSources(remote, (made) => (build = made), { types: true, running })
      if (build) yield* checkRelease(build, target)
    }
    const good = await allGood(findings(), console.log)
    if (!good || !build) throw new CommandFailure(`${remote.name} was not published.`)
    const manifest = { ...build.manifest, commit }
    const { release } = await sendRelease(portal, { ...build, manifest }, console.log)
    await reportPassed(portal, { remote: remote.name, release, shell: target.shell.content.build })
    console.log(
      `${release} of ${remote.name} is published, and runs nowhere yet. For the QA cohort: portal promote ${remote.name} ${release}
Meanwhile the portal’s gate runner tries it under the portal’s own shell; every further step waits for its verdict.`,
    )
    return 0
  },
}

type Built = Awaited<ReturnType<typeof import('./built-release.ts').buildRelease>>
