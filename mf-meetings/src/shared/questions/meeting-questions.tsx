import type { Question } from '@portal/contract/questions'
import { agendaItemName, agendaItemPlaces } from '@portal/domain/agenda-item'
import { counted } from '@portal/domain/counted'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { addressOfPassage } from '@portal/domain/question-passage'
import { isolated } from '@portal/domain/shown-text'
import { openedFrom } from '@portal/remote-kit/opened-from'
import { flagWords, openOf, PlaceQuestions, QuestionList } from '@portal/remote-kit/place-questions'
import { usePortal } from '@portal/remote-kit/portal'
import { questionsQuery } from '@portal/remote-kit/queries/questions'
import { useQuery } from '@portal/remote-kit/query'
import { useQuarterMappings } from '@portal/remote-kit/use-mappings'
import { Badge } from '@portal/shared-ui/badge'
import { CircleHelp, Flag } from 'lucide-react'
import { useAgendaSource } from '../agenda-source.ts'
import { materialsOf } from '../materials-of.ts'
import { origins } from '../meeting-route.ts'
import styles from './meeting-questions.module.css'

type Named = { id: string; name: string }

/** An item's questions. */
export function ItemQuestions({ meeting, item }: { meeting: MeetingRef; item: Named }) {
  return (
    <PlaceQuestions
      meeting={meeting}
      place={{ kind: 'item', ...item }}
      passageLink={passageLinkIn(meeting)}
    />
  )
}

/** Leads to the passage, and back to the agenda. */
function passageLinkIn(meeting: MeetingRef) {
  return ({ id, passage }: Question) =>
    passage && {
      to: addressOfPassage(meeting, id, passage),
      state: openedFrom(origins.agenda(meeting)),
    }
}

/** The items of the agenda that members see, and the papers that none of them names. */
function useAskedPlaces(meeting: MeetingRef) {
  const { drive, agenda, isHidden } = useAgendaSource(meeting)
  const { data: mappings = {} } = useQuarterMappings(meeting)
  const isShown = !drive && !isHidden && agenda.data?.status === 'published'
  const items = isShown ? agenda.data!.items : []
  const numbers = agendaItemPlaces(items)
  const named = new Set(items.flatMap(({ papers = [] }) => papers.map((each) => each.materialType)))
  const papers = materialsOf(mappings, meeting).filter(
    ({ type, kind }) => kind !== 'agenda' && !named.has(type),
  )
  return [
    ...items.map((item, index) => ({
      kind: 'item' as const,
      id: item.id,
      name: agendaItemName(item, numbers[index]!),
    })),
    ...papers.map(({ type, name }) => ({ kind: 'slot' as const, id: type, name })),
  ]
}

/** Questions about papers that no item names: all of them where the agenda is a document. */
export function PaperQuestions({ meeting }: { meeting: MeetingRef }) {
  const { call } = usePortal()
  const { data } = useQuery(questionsQuery(call, meeting))
  const places = useAskedPlaces(meeting).filter(
    ({ kind, id }) =>
      kind === 'slot' &&
      (data?.mayAsk.includes(id) || data?.questions.some(({ slot }) => slot === id)),
  )
  if (places.length === 0) return null
  return (
    <section aria-label="Questions about papers" className={styles.papers}>
      <h2 className={styles.heading}>Questions about papers</h2>
      {places.map((place) => (
        <div key={place.id}>
          <p className={styles.name}>{isolated(place.name)}</p>
          <PlaceQuestions meeting={meeting} place={place} passageLink={passageLinkIn(meeting)} />
        </div>
      ))}
    </section>
  )
}

/** For the chair and staff: how much is open about an item, in a line with its facts. */
export function OpenAbout({ meeting, item }: { meeting: MeetingRef; item: string }) {
  const { data } = useQuery(questionsQuery(usePortal().call, meeting))
  if (!data?.leads) return null
  const open = openOf(data.questions).filter((question) => question.item === item)
  const isFlagged = data.flags.some((flag) => flag.item === item)
  if (open.length === 0 && !isFlagged) return null
  return (
    <span className={styles.open}>
      {open.length > 0 && (
        <Badge icon={<CircleHelp aria-hidden />}>{counted(open.length, 'open question')}</Badge>
      )}
      {isFlagged && (
        <Badge kind="accent" icon={<Flag aria-hidden />}>
          For discussion
        </Badge>
      )}
    </span>
  )
}

/** For the chair and staff: what is open, in running order. */
export function OpenQuestions({ meeting }: { meeting: MeetingRef }) {
  const { call } = usePortal()
  const places = useAskedPlaces(meeting)
  const passageLink = passageLinkIn(meeting)
  const { data } = useQuery(questionsQuery(call, meeting))
  if (!data?.leads) return null
  const open = openOf(data.questions)
  const { flags } = data
  if (open.length + flags.length === 0) return null
  const nameOf = ({ item, slot }: { item?: string | undefined; slot?: string | undefined }) =>
    places.find(({ kind, id }) => id === (kind === 'item' ? item : slot))?.name ??
    'A paper of the meeting'
  const groups = Map.groupBy(open, nameOf)
  return (
    <details className={styles.overview} data-print="hide">
      <summary>
        <CircleHelp aria-hidden /> {counted(open.length, 'open question')},{' '}
        {counted(flags.length, 'item')} flagged for discussion
      </summary>
      {flags.length > 0 && (
        <ul className={styles.flags}>
          {flags.map((flag) => (
            <li key={flag.item}>
              <strong>{isolated(nameOf(flag))}</strong>: {flagWords(flag)}
            </li>
          ))}
        </ul>
      )}
      {[...groups].map(([name, questions]) => (
        <section key={name} aria-label={`Open questions: ${name}`}>
          <p>
            <strong>{isolated(name)}</strong>
          </p>
          <QuestionList {...{ meeting, questions, passageLink }} />
        </section>
      ))}
    </details>
  )
}
