import type { Agenda, AgendaItem } from '@portal/contract/agendas'
import { agendaItemAnchor } from '@portal/domain/screen-addresses'
import { isolated } from '@portal/domain/shown-text'
import {
  agendaItemName,
  agendaItemNumber,
  agendaItemPlaces,
  durationText,
  isSubItemPlace,
} from '@portal/domain/agenda-item'
import { startTexts } from '@portal/domain/agenda-times'
import { clsx } from 'clsx'
import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './agenda-outline.module.css'
import { ItemDescription } from './item-description.tsx'

type AgendaOutlineProps = {
  agenda: Pick<Agenda, 'time' | 'items'>
  /** Content below an item's minutes, by the item's id: a reader's mark. */
  besides?: ReadonlyMap<string, ReactNode>
  /** The list of an item's papers, by the item's id. */
  papers?: ReadonlyMap<string, ReactNode>
  /** Ids of the items the reader has marked complete. */
  done?: ReadonlySet<string>
  /** The id of the item that the page was opened at. It is marked, and gets the focus. */
  opened?: string | undefined
  /** The heading level of the items, below the page's or the agenda's own. */
  heading?: 'h2' | 'h3'
}

/** The agenda's items, numbered, with their start times. */
export function AgendaOutline({
  agenda,
  besides,
  papers,
  done,
  opened,
  heading: Heading = 'h3',
}: AgendaOutlineProps) {
  const places = agendaItemPlaces(agenda.items)
  const starts = startTexts(agenda.time, agenda.items)
  return (
    <ol className={styles.items}>
      {agenda.items.map((item, index) => (
        <li
          key={item.id}
          id={agendaItemAnchor(item.id)}
          className={clsx(
            styles.item,
            isSubItemPlace(places[index]!) && styles.sub,
            done?.has(item.id) && styles.done,
          )}
          {...(item.id === opened && { ref: focus, tabIndex: -1, 'data-opened': '' })}
        >
          <span className={styles.time}>{starts[index]}</span>
          <div className={styles.what}>
            <Heading className={styles.title}>
              {item.closed && <LockKeyhole aria-hidden className={styles.lock} />}
              <ItemNumber item={item} place={places[index]!} />
              {isolated(agendaItemName(item, places[index]!))}
            </Heading>
            {item.speaker && <p className={styles.speaker}>{item.speaker}</p>}
            {item.description && (
              <ItemDescription text={item.description} of={agendaItemName(item, places[index]!)} />
            )}
            {papers?.get(item.id)}
          </div>
          <span className={styles.minutes}>{durationText(item.duration)}</span>
          <div className={styles.besides}>{besides?.get(item.id)}</div>
        </li>
      ))}
    </ol>
  )
}

function focus(element: HTMLElement | null): void {
  element?.focus()
}

function ItemNumber({ item, place }: { item: AgendaItem; place: string }) {
  const number = agendaItemNumber(item, place)
  return number && <span className={styles.number}>{number} </span>
}
