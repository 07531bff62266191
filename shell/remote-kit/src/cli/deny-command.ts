import { denyRelease } from '@portal/contract/pointers'
import { type Command, readArgs } from './command.ts'
import { moved, pointerOf } from './move-pointer.ts'
import { openPortal } from './portal-connection.ts'
import { reasonIn } from './reason.ts'
import { remoteAndReleases } from './remote-folders.ts'

export const denyCommand: Command = {
  summary: 'Never offers a release again; where it ran, the newest last good one takes its place.',
  usage: '[<remote>] <release> --reason <why>',
  async run(args) {
    const { positionals, values } = readArgs(args, {
      options: { reason: { type: 'string' } },
      most: 2,
    })
    const [remote, release] = remoteAndReleases(positionals, 1)
    const reason = reasonIn(values)
    const portal = openPortal()
    const revision = (await pointerOf(portal, remote))?.revision ?? 'new'
    const body = { release: release!, reason }
    const done = () => portal.call(denyRelease, { params: { remote }, body, revision })
    console.log(await moved(remote, done))
    return 0
  },
}
