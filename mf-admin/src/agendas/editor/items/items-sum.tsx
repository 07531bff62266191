import { counted } from '@portal/domain/counted'
import { durationText, totalMinutes } from '@portal/domain/agenda-item'
import { clockText, lastEnd } from '@portal/domain/agenda-times'
import type { DraftItem } from '../../draft/agenda-draft.ts'
import styles from './item-list.module.css'

type ItemsSumProps = { agenda: { time: string; endTime: string; items: DraftItem[] } }

/** How long all items take, and whether they fit into the meeting. */
export function ItemsSum({ agenda }: ItemsSumProps) {
  const end = lastEnd(agenda)
  const count = agenda.items.length
  if (count === 0) return null
  return (
    <p className={styles.sum}>
      {counted(count, 'item')}, {durationText(totalMinutes(agenda.items))}
      {end && `, until ${clockText(end.time)}`}
      {end && end.over > 0 && (
        <strong> – {durationText(end.over)} past the end of the meeting</strong>
      )}
    </p>
  )
}
