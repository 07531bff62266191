import { isQuarterly } from '@portal/domain/meeting-ref'
import { type Quarter, quarterName } from '@portal/domain/quarter'
import type { Slot } from '@portal/domain/slot-names'
import { useQuery } from '@portal/remote-kit/query'
import { usePortal } from '@portal/remote-kit/portal'
import { publicationQuery } from './publication-queries.ts'
import styles from './publication-bar.module.css'

type MembersSeeProps = {
  /** The quarter or slot that an act next to this changes; only quarters are prepared. */
  of: Slot | Quarter
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
  const quarter = meeting && isQuarterly(meeting) ? meeting : undefined
  const none = { year: 1970, quarter: 1 }
  const { data } = useQuery({
    ...publicationQuery(call, quarter ?? none),
    enabled: quarter !== undefined,
  })
  if (quarter && !data) return undefined
  if (data?.state === 'preparation') {
    return `Members don’t see it yet: ${quarterName(data)} is in preparation.`
  }
  return active ? 'Members see it now.' : 'Members don’t see it yet: the slot is inactive.'
}
