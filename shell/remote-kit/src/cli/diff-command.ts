import { getRelease, type ReleaseRecord } from '@portal/contract/publishing'
import { print } from '@portal/domain/print'
import { type Command, CommandFailure, readArgs } from './command.ts'
import { pointerOf } from './move-pointer.ts'
import { openPortal, type PortalConnection } from './portal-connection.ts'
import { differenceOf } from './release-difference.ts'
import { remoteAndReleases } from './remote-folders.ts'

export const diffCommand: Command = {
  summary: 'Shows what differs in the second release; stable and candidate name the running ones.',
  usage: '[<remote>] <release> <release>',
  async run(args) {
    const { positionals } = readArgs(args, { options: {}, most: 3 })
    const [remote, ...releases] = remoteAndReleases(positionals, 2)
    const portal = openPortal(remote)
    const [one, two] = await Promise.all(releases.map((name) => recordOf(portal, remote, name)))
    const lines = differenceOf(one!, two!)
    print(
      `${remote}: ${one!.release} → ${two!.release}`,
      ...(lines.length > 0 ? lines : ['The releases are the same.']),
    )
    return 0
  },
}

async function recordOf(
  portal: PortalConnection,
  remote: string,
  named: string,
): Promise<ReleaseRecord> {
  const release = await runningRelease(portal, remote, named)
  return portal.call(getRelease, { params: { remote, release } })
}

async function runningRelease(
  portal: PortalConnection,
  remote: string,
  named: string,
): Promise<string> {
  if (named !== 'stable' && named !== 'candidate') return named
  const pointer = await pointerOf(portal, remote)
  const release = named === 'stable' ? pointer?.stable : pointer?.candidate?.release
  if (release === undefined) throw new CommandFailure(`${remote} has no ${named} release.`)
  return release
}
