import { counted } from '@portal/domain/counted'
import { agendaItemName, durationText } from '@portal/domain/agenda-item'
import { startTexts } from '@portal/domain/agenda-times'
import type { AgendaDraft } from '../draft/agenda-draft.ts'
import styles from './items-preview.module.css'

type ItemsPreviewProps = { label: string; draft: Pick<AgendaDraft, 'time' | 'items'> }

/** What is copied: each item with its start, presenter and duration. */
export function ItemsPreview({ label, draft: { time, items } }: ItemsPreviewProps) {
  const starts = startTexts(time, items)
  return (
    <ol className={styles.items} aria-label={label}>
      {items.map((item, index) => (
        <li key={item.id} className={styles.item}>
          <span className={styles.time}>{starts[index]}</span>
          <span className={styles.title}>{agendaItemName(item, index)}</span>
          <span className={styles.detail}>
            {item.speaker && <span>{item.speaker}</span>}
            {item.papers.length > 0 && <span>{counted(item.papers.length, 'paper')}</span>}
            <span>{durationText(item.duration)}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
