import { readStored, store } from '@portal/remote-kit/device-storage'
import { agendaItemName, agendaItemPlaces } from '@portal/domain/agenda-item'
import { isolated } from '@portal/domain/shown-text'
import type { Agenda, AgendaItem } from '@portal/contract/agendas'
import { agendaItemAnchor } from '@portal/domain/screen-addresses'
import { usePortal } from '@portal/remote-kit/portal'
import { openedFrom } from '@portal/remote-kit/opened-from'
import { useLocation } from '@portal/remote-kit/router'
import { useState } from 'react'
import { AgendaOutline } from '@portal/shared-ui/agenda-outline'
import { useAgendaPapers } from '../shared/agenda-papers.tsx'
import { InBoardBook, useBookParts } from '../shared/in-board-book.tsx'
import { meetingOfAgenda, origins } from '../shared/meeting-route.ts'
import { ItemQuestionsLater, OpenQuestionsLater } from '../shared/questions-later.tsx'
import styles from './agenda-screen.module.css'
import * as z from 'zod/mini'

/** The agenda with the reader's own marks, which never leave this device. */
export function MarkedAgenda({ agenda }: { agenda: Agenda }) {
  const { uid } = usePortal().person
  const { hash } = useLocation()
  const meeting = meetingOfAgenda(agenda)
  const opened = agenda.items.find(({ id }) => hash === hashOf(id))?.id
  const papers = useAgendaPapers(agenda, { state: openedFrom(origins.agenda(meeting)) })
  const inBook = useBookParts(meeting)
  const [marks, setMarks] = useState(() => keptMarks(localStorage, uid, agenda.id))
  const done = new Set(
    agenda.items.filter(({ id, completed }) => marks[id] ?? completed).map(({ id }) => id),
  )
  const mark = (item: AgendaItem, completed: boolean) => {
    const next = { ...marks, [item.id]: completed }
    setMarks(next)
    keepMarks(localStorage, uid, agenda.id, next)
  }
  const numbers = agendaItemPlaces(agenda.items)
  const names = agenda.items.map((item, index) => agendaItemName(item, numbers[index]!))
  const places = agenda.items.map((item, index) => {
    const part = inBook.find(({ itemId }) => itemId === item.id)
    const name = names[index]!
    const place = (
      <>
        {papers.get(item.id)}
        <InBoardBook meeting={meeting} part={part} of={name} />
        {!item.closed && <ItemQuestionsLater meeting={meeting} item={{ id: item.id, name }} />}
      </>
    )
    return [item.id, place] as const
  })
  const boxes = agenda.items.map((item, index) => {
    // Of a closed session, the reader knows only the time.
    if (item.closed) return [item.id, null] as const
    const box = <MarkBox item={item} name={names[index]!} done={done.has(item.id)} onMark={mark} />
    return [item.id, box] as const
  })

  return (
    <>
      <OpenQuestionsLater meeting={meeting} />
      <p className={styles.note}>
        You can mark items complete for yourself: the marks stay on this device.
      </p>
      <AgendaOutline
        agenda={agenda}
        papers={new Map(places)}
        done={done}
        opened={opened}
        besides={new Map(boxes)}
        heading="h2"
      />
    </>
  )
}

const hashOf = (itemId: string) => `#${encodeURIComponent(agendaItemAnchor(itemId))}`

type MarkBoxProps = {
  item: AgendaItem
  name: string
  done: boolean
  onMark: (item: AgendaItem, completed: boolean) => void
}

function MarkBox({ item, name, done, onMark }: MarkBoxProps) {
  return (
    <label className={styles.mark}>
      <input
        type="checkbox"
        checked={done}
        aria-label={`Mark complete: ${isolated(name)}`}
        onChange={(event) => onMark(item, event.target.checked)}
      />
      <span>Mark complete</span>
    </label>
  )
}

/** The items that a reader has marked, by the item's id. */
type Marks = Record<string, boolean>

const marks = z.record(z.string(), z.boolean())

function keptMarks(storage: Storage, uid: string, agendaId: string): Marks {
  return z.safeParse(marks, readStored(storage, keyOf(uid, agendaId))).data ?? {}
}

function keepMarks(storage: Storage, uid: string, agendaId: string, kept: Marks): void {
  store(storage, keyOf(uid, agendaId), kept)
}

const keyOf = (uid: string, agendaId: string) => `agendaMarks-${agendaId}-${uid}`
