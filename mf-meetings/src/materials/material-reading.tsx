import { isQuarterly, meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import { isolated } from '@portal/domain/shown-text'
import { isMaterialType, materialName } from '@portal/domain/slot-names'
import { useMarkTool } from '@portal/remote-kit/mark-as-read'
import { OlderVersionNote, useVersionTools } from '@portal/remote-kit/paper-versions'
import { usePortal } from '@portal/remote-kit/portal'
import { canKeepReading, readingQuery } from '@portal/remote-kit/queries/reading'
import { useQuery } from '@portal/remote-kit/query'
import { BarWord, ReadingView } from '@portal/shared-ui/reading-view'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { meetingsPaths } from '../meetings-paths.ts'
import { hasAgenda, isDocument, type Material } from '../shared/materials-of.ts'
import { MaterialContent } from './material-content.tsx'
import { MaterialList } from './material-list.tsx'
import { readingStateOf } from '../shared/reading-progress.ts'
import { useBookTool } from '../shared/in-board-book.tsx'
import styles from './material-reading.module.css'
import { useOpenedVersion } from '@portal/remote-kit/use-opened-version'
import { usePaperPlace, type PaperPlace, type PaperStep } from './use-paper-place.ts'
import { useNavigate, Link, useLocation } from '@portal/remote-kit/router'
import { useMeetingName } from '../shared/meeting-name.ts'
import { BackLink } from '../shared/back-link.tsx'
import { useWayBack } from '@portal/remote-kit/opened-from'
import { buttonStyle } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { ListOrdered, ChevronLeft, ChevronRight } from 'lucide-react'
import type { MouseEvent } from 'react'
import stepsStyles from '../shared/steps.module.css'

type MaterialReadingProps = {
  meeting: MeetingRef
  type: string
  /** The meeting's papers including this one; undefined while they load. */
  materials: Material[] | undefined
}

/** One of the meeting's papers, filling the page. */
export function MaterialReading({ meeting, type, materials }: MaterialReadingProps) {
  const opened = useOpenedVersion()
  const index = materials?.findIndex((listed) => listed.type === type) ?? -1
  const material = materials?.[index]
  const place = usePaperPlace(meeting, materials ?? none, type)
  const openAgenda = useOpenAgenda(meeting)
  const leadsToAgenda = type !== 'agenda' && hasAgenda(materials ?? none)
  const { end, dialog } = usePaperEnd({ meeting, type, material, next: place.next })
  const title = material?.name ?? (isMaterialType(type) ? materialName(type) : 'Paper')
  const label = useMeetingName(meeting)
  return (
    <ReadingView
      paper={`${meetingId(meeting)} ${type}`}
      title={title}
      position={materials && `${index + 1} of ${materials.length}`}
      back={<BackToQuarter meeting={meeting} />}
      onSearch={usePortal().openSearch}
      about={
        place.item === undefined ? undefined : <AboutItem meeting={meeting} item={place.item} />
      }
      keys={leadsToAgenda ? { [agendaKey]: openAgenda } : undefined}
      keyWords={leadsToAgenda ? { [agendaKey]: 'Open the agenda' } : undefined}
      neighbours={
        material && (
          <>
            {leadsToAgenda && (
              <AgendaLink meeting={meeting} isRepeated={place.item !== undefined} />
            )}
            <Steps place={place} />
          </>
        )
      }
      list={
        materials && {
          kind: 'papers',
          title: isQuarterly(meeting) ? `${label} papers` : `Papers of ${label}`,
          content: <MaterialList meeting={meeting} materials={materials} shown={type} isPanel />,
        }
      }
      end={end}
    >
      {dialog}
      {material ? (
        <div className={material.kind === 'agenda' ? styles.agenda : styles.paper}>
          {material.mapping.document && (
            <OlderVersionNote
              paper={material.mapping.document}
              opened={opened}
              address={(other) => meetingsPaths.material(meeting, type, other)}
            />
          )}
          <MaterialContent key={type} meeting={meeting} material={material} height="100%" flush />
        </div>
      ) : (
        <Skeleton height="100%" label={`Loading ${isolated(title)}`} />
      )}
    </ReadingView>
  )
}

const none: Material[] = []

type PaperEndInput = {
  meeting: MeetingRef
  type: string
  /** Undefined while it loads. */
  material: Material | undefined
  next: PaperStep | undefined
}

/** What the reader can do with the open paper, and the next one; the dialog is part of a tool. */
function usePaperEnd({ meeting, type, material, next }: PaperEndInput) {
  const { call, person } = usePortal()
  const { state } = useLocation() as { state: unknown }
  const paper = material && isDocument(material) ? material.mapping.document : undefined
  const opened = useOpenedVersion()
  const reading = useQuery({ ...readingQuery(call, meeting), enabled: canKeepReading(person) }).data
  const isRead = material && reading ? readingStateOf(material, reading) === 'Read' : false
  const mark = useMarkTool({ paper: paper ?? { id: '' }, isRead })
  const book = useBookTool(meeting, type)
  const versions = useVersionTools({
    paper: paper ?? { id: '' },
    slot: material?.slot,
    opened,
    address: (other) => meetingsPaths.material(meeting, type, other),
  })
  if (!paper) return { end: undefined, dialog: null }
  const end = {
    tools: [...(reading?.isOn ? [mark] : []), ...versions.tools, ...(book ? [book] : [])],
    next: next && (
      <Link replace state={state} to={next.to} className={buttonStyle('primary')}>
        Next: {isolated(next.name)}
      </Link>
    ),
  }
  return { end, dialog: versions.dialog }
}

/** Closes the paper: goes back to where it was chosen, or to its meeting's list. */
function BackToQuarter({ meeting }: { meeting: MeetingRef }) {
  const navigate = useNavigate()
  const toList = () => void navigate(meetingsPaths.meeting(meeting), { replace: true })
  return <BackLink meeting={meeting} onClose={toList} />
}

/** The shortcut key that opens the meeting's agenda from a paper. */
const agendaKey = 'a'

/** Opens the agenda's page: by a step back if the paper was opened there. */
function useOpenAgenda(meeting: MeetingRef): () => void {
  const { origin, stepBack } = useWayBack()
  const navigate = useNavigate()
  const agenda = meetingsPaths.agenda(meeting)
  return () => {
    if (stepBack && origin?.to === agenda) stepBack()
    else void navigate(agenda)
  }
}

type AgendaLinkProps = {
  meeting: MeetingRef
  /** The paper's item links there too, so a bar without room for both omits this one. */
  isRepeated: boolean
}

/** Links a paper to its meeting's agenda. */
function AgendaLink({ meeting, isRepeated }: AgendaLinkProps) {
  const key = agendaKey.toUpperCase()
  return (
    <Link
      {...useAgendaTarget(meeting)}
      className={`${buttonStyle('quiet')} ${isRepeated ? styles.repeated : ''}`}
      aria-label="Open the agenda"
      aria-keyshortcuts={key}
      title={`Agenda (${key})`}
    >
      <ListOrdered aria-hidden />
      <BarWord>Agenda</BarWord>
    </Link>
  )
}

/** The agenda item that a paper is for, as a link to the agenda. */
function AboutItem({ meeting, item }: { meeting: MeetingRef; item: string }) {
  return (
    <Link {...useAgendaTarget(meeting)} className={styles.item} title={item}>
      <VisuallyHidden>For agenda item </VisuallyHidden>
      {item}
    </Link>
  )
}

function useAgendaTarget(meeting: MeetingRef) {
  const openAgenda = useOpenAgenda(meeting)
  const onClick = (event: MouseEvent) => {
    // With a modifier key, the browser opens the agenda in another tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    openAgenda()
  }
  return { to: meetingsPaths.agenda(meeting), onClick }
}

type StepsProps = { place: Pick<PaperPlace, 'previous' | 'next'> }

/** Links to the previous and the next paper. They replace this one in the history, so Back still leads to the list. */
function Steps({ place: { previous, next } }: StepsProps) {
  if (!previous && !next) return null
  return (
    <nav className={stepsStyles.steps} aria-label="Previous and next material">
      <Step step={previous} word="Previous" />
      <Step step={next} word="Next" />
    </nav>
  )
}

type StepProps = { step: PaperStep | undefined; word: 'Previous' | 'Next' }

function Step({ step, word }: StepProps) {
  const { state } = useLocation()
  const arrow = word === 'Previous' ? <ChevronLeft aria-hidden /> : <ChevronRight aria-hidden />
  // Keeps its space, so that the other link doesn't move while it is pressed repeatedly.
  if (!step)
    return (
      <span className={`${buttonStyle('quiet', { iconOnly: true })} ${stepsStyles.end}`}>
        {arrow}
      </span>
    )
  return (
    <Link
      replace
      state={state as unknown}
      to={step.to}
      className={buttonStyle('quiet', { iconOnly: true })}
      aria-label={`${word} paper: ${isolated(step.name)}`}
      title={step.name}
    >
      {arrow}
    </Link>
  )
}
