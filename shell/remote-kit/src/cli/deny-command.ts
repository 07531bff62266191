import { denyRelease } from '@portal/contract/pointers'
import { print } from '@portal/domain/print'
import { type Command, readArgs } from './command.ts'
import { moved, pointerOf } from './move-pointer.ts'
import { openPortal } from './portal-connection.ts'
import { reasonIn } from './reason.ts'
import { remoteAndReleases } from './remote-folders.ts'

export const denyCommand: Command = {
  summary:
    'Never offers a release again; the newest last good one replaces it where it ran. The only release that can run can’t be denied.',
  usage: '[<remote>] <release> --reason <why>',
  async run(args) {
    const { positionals, values } = readArgs(args, {
      options: { reason: { type: 'string' } },
      most: 2,
    })
    const [remote, release] = remoteAndReleases(positionals, 1) as [string, string]
    const reason = reasonIn(values)
    const portal = openPortal(remote)
    const pointer = await pointerOf(portal, remote)
    if (pointer?.denied.includes(release)) {
      print(`${release} is already denied.`)
      return 0
    }
    const revision = pointer?.revision ?? ('new' as const)
    const body = { release, reason }
    const done = () => portal.call(denyRelease, { params: { remote }, body, revision })
    print(...(await moved(remote, done)))
    return 0
  },
}
