import { isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'
import { quarterName } from '@portal/domain/quarter'
import type { Slot } from '@portal/domain/slot-names'
import { useQuery } from '@portal/remote-kit/query'
import { usePortal } from '@portal/remote-kit/portal'
import { publicationQuery } from './publication-queries.ts'
import styles from './publication-bar.module.css'

type MembersSeeProps = {
  /** The meeting or slot that an act next to this changes. */
  of: Slot | MeetingRef
  /** Whether the slot is active once it is saved. */
  active?: boolean
}

/** Whether members see what an act changes, now or not yet. */
export function MembersSee(props: MembersSeeProps) {
  const sentence = useMembersSee(props)
  return sentence === undefined ? null : <p className={styles.seen}>{sentence}</p>
}

function useMembersSee({ of, active = true }: MembersSeeProps): string | undefined {
  const { call } = usePortal()
  const meeting = 'kind' in of && of.kind !== 'meeting' ? undefined : of
  const none = { year: 1970, quarter: 1 }
  const { data } = useQuery({
    ...publicationQuery(call, meeting ?? none),
    enabled: meeting !== undefined,
  })
  if (meeting && !data) return undefined
  if (meeting && data?.state === 'preparation') {
    const name = isQuarterly(meeting) ? quarterName(meeting) : 'the meeting'
    return `Members don’t see it yet: ${name} is in preparation.`
  }
  return active ? 'Members see it now.' : 'Members don’t see it yet: the slot is inactive.'
}
