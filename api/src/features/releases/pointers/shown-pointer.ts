import type { ReleaseMove, ReleasePointer } from '@portal/contract/pointers'
import type { Stored } from '../../../platform/store/document-store.ts'
import type { StoredMove, StoredPointer } from '../release-records.ts'
import { approvalsOf } from './release-approvals.ts'
import { shareOf } from '../composition/share.ts'

/** A pointer as the API shows it. */
export function shownPointer(stored: Stored<StoredPointer>): ReleasePointer {
  const { id, stable, candidate, lastGood, denied, stopped, revision } = stored
  return {
    remote: id,
    ...(stable === undefined ? {} : { stable }),
    ...(candidate ? { candidate: { ...candidate, share: shareOf[candidate.step] } } : {}),
    lastGood,
    denied: denied ?? [],
    approvals: approvalsOf(stored, stored.updatedAt),
    ...(stopped ? { stopped } : {}),
    revision,
  }
}

/** A history entry; one from a start of the portal contains only what it moved. */
export function shownMove(
  number: number,
  { what, act, movedAt, ...move }: StoredMove,
): ReleaseMove {
  const { remote, channel, from, to, step, release, reason, despite, by } = move
  return {
    number,
    remote,
    what: act ?? what ?? 'adopted',
    channel,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(step === undefined ? {} : { step }),
    ...(release === undefined ? {} : { release }),
    ...(reason === undefined ? {} : { reason }),
    ...(despite === undefined ? {} : { despite }),
    at: movedAt,
    by,
  }
}
