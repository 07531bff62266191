import type { Agenda } from '@portal/contract/agendas'
import { Badge } from '@portal/shared-ui/badge'
import { Check } from 'lucide-react'
import { itemName } from '../draft/agenda-draft.ts'
import { clockText, durationText, startTimes } from '../agenda-start-times.ts'
import styles from './preview-items.module.css'

/** The items in their order, with the times at which they begin. */
export function PreviewItems({ agenda: { time, items } }: { agenda: Agenda }) {
  const starts = startTimes(time, items)
  return (
    <ol className={styles.items}>
      {items.map((item, index) => (
        <li key={item.id} className={styles.item}>
          <span className={styles.time}>{clockText(starts[index] ?? 'TBD')}</span>
          <div className={styles.what}>
            <h2 className={styles.title}>
              {item.title.trim() && `${index + 1}. `}
              {itemName(item, index)}
            </h2>
            {item.speaker && <p className={styles.soft}>{item.speaker}</p>}
            {item.description && <p className={styles.description}>{item.description}</p>}
            {item.completed && <Badge icon={<Check />}>Completed</Badge>}
          </div>
          <span className={styles.minutes}>{durationText(item.duration)}</span>
        </li>
      ))}
    </ol>
  )
}
