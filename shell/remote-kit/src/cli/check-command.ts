import { print } from '@portal/domain/print'
import { type Command, readArgs } from './command.ts'
import { allGood } from './findings.ts'
import { openPortalIfNamed } from './portal-connection.ts'
import { stableRecord } from './running-release.ts'
import { remoteFolder } from './remote-folders.ts'

export const checkCommand: Command = {
  summary:
    'Checks whether a remote can be published: types, budget, bundle, collisions, and every screen in a real browser.',
  usage: '[<remote>]',
  async run(args) {
    const { positionals } = readArgs(args, { options: {}, most: 1 })
    const remote = remoteFolder(positionals[0])
    const portal = openPortalIfNamed(remote.name)
    // Compilers and browsers are slow to load, and most commands need neither.
    const { checkRelease, checkSources } = await import('./check-release.ts')
    const { workspaceWithRemotes, portalTarget } = await import('./check-target.ts')
    const findings = async function* () {
      let build: Parameters<typeof checkRelease>[0] | undefined
      const running = portal && (await stableRecord(portal, remote.name))
      yield* checkSources(remote, (made) => (build = made), { running })
      if (build)
        yield* checkRelease(
          build,
          portal ? await portalTarget(portal) : await workspaceWithRemotes(),
        )
    }
    const good = await allGood(findings(), print)
    print(good ? `${remote.name} can be published.` : `${remote.name} can’t be published.`)
    return good ? 0 : 1
  },
}
