import { counted } from '@portal/domain/counted'
import {
  agendaItemName,
  agendaItemPlaces,
  durationText,
  isSubItemPlace,
} from '@portal/domain/agenda-item'
import { startTexts } from '@portal/domain/agenda-times'
import { clsx } from 'clsx'
import type { AgendaDraft } from '../draft/agenda-draft.ts'
import styles from './items-preview.module.css'

type ItemsPreviewProps = { label: string; draft: Pick<AgendaDraft, 'time' | 'items'> }

/** What is copied: each item with its start, presenter and duration. */
export function ItemsPreview({ label, draft: { time, items } }: ItemsPreviewProps) {
  const starts = startTexts(time, items)
  const places = agendaItemPlaces(items)
  return (
    <ol className={styles.items} aria-label={label}>
      {items.map((item, index) => (
        <li
          key={item.id}
          className={clsx(styles.item, isSubItemPlace(places[index]!) && styles.sub)}
        >
          <span className={styles.time}>{starts[index]}</span>
          <span className={styles.title}>{agendaItemName(item, places[index]!)}</span>
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
