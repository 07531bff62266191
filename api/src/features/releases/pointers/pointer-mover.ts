import { isEmailAddress } from '@portal/domain/email-address'
import type { ReleasePointer } from '@portal/contract/pointers'
import { type Actor, actorName } from '../../../platform/audit/record-change.ts'
import { Refusal } from '../../../refusal.ts'
import type { DocumentStore, StoreOperations } from '../../../platform/store/document-store.ts'
import { refuseStale } from '../../../platform/store/stored-body.ts'
import { changePointer, pointerOf } from './pointer-change.ts'
import type { Moved } from './pointer-moves.ts'
import type { ApprovingPointer } from './release-approvals.ts'
import {
  historyCollection,
  pointersCollection,
  releaseKey,
  releasesCollection,
  type StoredMove,
} from '../release-records.ts'
import { shownPointer } from './shown-pointer.ts'

export type Revision = number | 'new'

type PointerMove = {
  remote: string
  revision: Revision
  reason: string
  /** Whether a history entry records exactly the same request. */
  isSame: (last: StoredMove) => boolean
  move: (
    pointer: ApprovingPointer,
    transaction: StoreOperations,
    at: Date,
  ) => Moved | Promise<Moved>
}

export type PointerMover = (by: Actor, move: PointerMove) => Promise<ReleasePointer>

/** Every move is a compare-and-set; a repeated move gets its first answer. */
export function createPointerMover({
  store,
  now,
}: {
  store: DocumentStore
  now: () => Date
}): PointerMover {
  return (by, { remote, revision, reason, isSame, move }) =>
    store.transaction(async (transaction) => {
      const stored = await pointersCollection.in(transaction).get(remote)
      const at = now()
      const history = historyCollection.in(transaction)
      const last = stored && (await history.get(`${remote}@${stored.revision}`))
      if (stored && stored.revision === (revision === 'new' ? 0 : revision) + 1) {
        // Its answer may have been lost: the same request of the same actor isn't a second one.
        if (last?.by === actorName(by) && last.reason === reason && isSame(last)) {
          return shownPointer(stored)
        }
      }
      // A release token isn't a person.
      const currentBy = last && isEmailAddress(last.by) ? last.by : undefined
      refuseStale(stored, revision, shownPointer, currentBy)
      const moved = await move(pointerOf(stored), transaction, at)
      return shownPointer(
        await changePointer(transaction, { remote, stored, moved, at, by, reason }),
      )
    })
}

/** A release's record; refused if there is none. */
export async function publishedRelease(
  transaction: StoreOperations,
  remote: string,
  release: string,
) {
  const releases = releasesCollection.in(transaction)
  const known = await releases.get(releaseKey(remote, release))
  if (!known) throw new Refusal('notFound', `${remote} has no release ${release}.`)
  return known
}
