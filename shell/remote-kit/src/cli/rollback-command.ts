import { releaseChannel, rollbackRelease } from '@portal/contract/pointers'
import * as z from 'zod/mini'
import { print } from '@portal/domain/print'
import { type Command, CommandFailure, readArgs, WrongUse } from './command.ts'
import { moved, pointerOf } from './move-pointer.ts'
import { openPortal } from './portal-connection.ts'
import { reasonIn } from './reason.ts'
import { remoteNamed } from './remote-folders.ts'

export const rollbackCommand: Command = {
  summary: 'Takes the candidate back, or replaces the stable release by the newest last good one.',
  usage: '[<remote>] [--channel stable|candidate] [--from <release>] [--anyway] --reason <why>',
  async run(args) {
    const { positionals, values } = readArgs(args, {
      options: {
        channel: { type: 'string' },
        from: { type: 'string' },
        anyway: { type: 'boolean' },
        reason: { type: 'string' },
      },
      most: 1,
    })
    const remote = remoteNamed(positionals[0])
    const reason = reasonIn(values)
    const asked = z.safeParse(z.optional(releaseChannel), values.channel)
    if (!asked.success)
      throw new WrongUse(`The channel must be stable or candidate, not “${values.channel}”.`)
    const portal = openPortal(remote)
    const pointer = await pointerOf(portal, remote)
    if (!pointer) throw new CommandFailure(`No release of ${remote} runs yet.`)
    // Explicit, so that nobody rolls back the wrong one in an emergency.
    if (pointer.candidate && !asked.data) {
      throw new WrongUse(
        `${remote} has the candidate ${pointer.candidate.release} and the stable release ${pointer.stable ?? 'none'}: choose one with --channel.`,
      )
    }
    const channel = asked.data ?? ('stable' as const)
    const held = channel === 'stable' ? pointer.stable : pointer.candidate?.release
    // Running it twice would go back twice; with --from it can be repeated.
    if (values.from !== undefined && values.from !== held) {
      print(`${values.from} isn’t the ${channel} release of ${remote}, so nothing was changed.`)
      return 0
    }
    // Objections are printed first; an admin may overrule them.
    const body = { channel, reason, ...(values.anyway ? { anyway: true } : {}) }
    const { revision } = pointer
    const done = () => portal.call(rollbackRelease, { params: { remote }, body, revision })
    print(...(await moved(remote, done)))
    return 0
  },
}
