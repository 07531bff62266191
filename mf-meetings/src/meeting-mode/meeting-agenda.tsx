import type { Agenda, AgendaItem } from '@portal/contract/agendas'
import { agendaItemPlaces, durationText, isSubItemPlace } from '@portal/domain/agenda-item'
import { startTexts } from '@portal/domain/agenda-times'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { Badge } from '@portal/shared-ui/badge'
import { Check } from 'lucide-react'
import type { Material } from '../shared/materials-of.ts'
import { useScrollToShown } from '../shared/use-scroll-to-shown.ts'
import { meetingOfAgenda } from '../shared/meeting-route.ts'
import { OpenAboutLater } from '../shared/questions-later.tsx'
import { MeetingLink, PaperLinks } from './meeting-links.tsx'
import { chosenInMeeting } from './meeting-paths.ts'
import { numberedName } from './meeting-words.ts'
import styles from './meeting-agenda.module.css'
import rows from './rows.module.css'

import { otherMaterials, type ShownContent } from './shown-content.ts'

type MeetingAgendaProps = {
  agenda: Agenda
  materials: Material[]
  shown: { index: number; show: ShownContent | undefined }
  /** Undefined while the meeting isn't running. */
  current: number | undefined
}

/** The agenda's items, with the current one marked, and the papers that no item refers to. */
export function MeetingAgenda({ agenda, materials, shown, current }: MeetingAgendaProps) {
  const { items } = agenda
  const meeting = meetingOfAgenda(agenda)
  const starts = startTexts(agenda.time, items)
  const list = useScrollToShown(`li:nth-child(${shown.index + 1})`)
  const places = agendaItemPlaces(items)
  const others = otherMaterials(items, materials)
  return (
    <>
      <div className={styles.items}>
        <ol className={rows.rows} ref={list}>
          {items.map((item, index) => (
            <li key={item.id} className={isSubItemPlace(places[index]!) ? styles.sub : undefined}>
              <MeetingLink
                to={chosenInMeeting(meeting, { item: item.id })}
                className={rows.row}
                aria-current={index === shown.index ? 'true' : undefined}
              >
                <Face
                  meeting={meeting}
                  item={item}
                  name={numberedName(items, index)}
                  start={starts[index]}
                  isNow={index === current}
                />
              </MeetingLink>
            </li>
          ))}
        </ol>
      </div>
      {others.length > 0 && (
        <>
          <h2 className={styles.heading}>Other papers</h2>
          <PaperLinks
            papers={others}
            shown={shown.show}
            address={(show) => chosenInMeeting(meeting, { item: items[shown.index]?.id, show })}
          />
        </>
      )}
    </>
  )
}

type FaceProps = {
  meeting: MeetingRef
  item: AgendaItem
  name: string
  start: string | undefined
  isNow: boolean
}

function Face({ meeting, item, name, start, isNow }: FaceProps) {
  return (
    <>
      <span className={styles.start}>{start}</span>
      <span className={styles.what}>
        <b className={styles.name}>{name}</b>
        <span className={styles.facts}>
          {durationText(item.duration)}
          {isNow && <Badge kind="accent">Now</Badge>}
          {!item.closed && <OpenAboutLater meeting={meeting} item={item.id} />}
          {item.completed && (
            <span className={styles.done}>
              <Check aria-hidden /> Completed
            </span>
          )}
        </span>
      </span>
    </>
  )
}
