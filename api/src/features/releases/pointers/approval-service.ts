import type { approveRelease, ReleasePointer } from '@portal/contract/pointers'
import type { Person } from '@portal/contract/portal'
import type * as z from 'zod/mini'
import { mustManagePortal } from '../../../access.ts'
import { actorName } from '../../../platform/audit/record-change.ts'
import { Refusal } from '../../../refusal.ts'
import { type PointerMover, publishedRelease, type Revision } from './pointer-mover.ts'
import { approved } from './pointer-moves.ts'
import { policyOf } from './policy-service.ts'

export type ApprovalService = {
  approve: (
    person: Person,
    remote: string,
    request: z.output<typeof approveRelease.body>,
    revision: Revision,
  ) => Promise<ReleasePointer>
}

/** Only admins approve a release: a token can't vouch for what it has published. */
export function createApprovalService(move: PointerMover): ApprovalService {
  return {
    async approve(person, remote, { release, step, reason }, revision) {
      mustManagePortal(person)
      return move(person, {
        remote,
        revision,
        reason,
        isSame: (last) => last.act === 'approved' && last.release === release && last.step === step,
        async move(pointer, transaction, at) {
          await publishedRelease(transaction, remote, release)
          const { approval } = await policyOf(transaction, remote)
          if (approval === 'every step' && step === undefined) {
            throw new Refusal(
              'invalid',
              `Releases of ${remote} are approved step by step: the step is required.`,
            )
          }
          const given = { release, at: at.toISOString(), by: actorName(person) }
          return approved(pointer, step === undefined ? given : { ...given, step })
        },
      })
    },
  }
}
