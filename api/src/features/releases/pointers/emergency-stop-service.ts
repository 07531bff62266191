import type { ReleasePointer, resumeRemote, stopRemote } from '@portal/contract/pointers'
import type { Person } from '@portal/contract/portal'
import type * as z from 'zod/mini'
import { mustManagePortal } from '../../../access.ts'
import { actorName } from '../../../platform/audit/record-change.ts'
import { Refusal } from '../../../refusal.ts'
import { type PointerMover, publishedRelease, type Revision } from './pointer-mover.ts'
import { resumed, stopped } from './pointer-moves.ts'

export type EmergencyStopService = {
  stop: (
    person: Person,
    remote: string,
    request: z.output<typeof stopRemote.body>,
    revision: Revision,
  ) => Promise<ReleasePointer>
  resume: (
    person: Person,
    remote: string,
    request: z.output<typeof resumeRemote.body>,
    revision: Revision,
  ) => Promise<ReleasePointer>
}

/** Stops serving a remote's code to everyone, and starts again; its releases stay unchanged. */
export function createEmergencyStopService(move: PointerMover): EmergencyStopService {
  return {
    async stop(person, remote, { reason }, revision) {
      mustManagePortal(person)
      return move(person, {
        remote,
        revision,
        reason,
        isSame: (last) => last.act === 'stopped',
        async move(pointer, transaction, at) {
          const running = pointer.stable ?? pointer.candidate?.release
          if (running === undefined) {
            throw new Refusal('conflict', `No release of ${remote} runs: there is nothing to stop.`)
          }
          const { manifest } = await publishedRelease(transaction, remote, running)
          if (manifest.audience === 'admins') {
            throw new Refusal(
              'conflict',
              `${remote} can’t be stopped, because admins need it to start it again. Roll it back instead.`,
            )
          }
          const stop = { by: actorName(person), at: at.toISOString(), reason }
          return stopped(pointer, remote, stop)
        },
      })
    },

    async resume(person, remote, { reason }, revision) {
      mustManagePortal(person)
      return move(person, {
        remote,
        revision,
        reason,
        isSame: (last) => last.act === 'started again',
        move: (pointer) => resumed(pointer, remote),
      })
    },
  }
}
