import { type Quarter, quarterName } from '@portal/domain/quarter'
import { isolated } from '@portal/domain/shown-text'
import { type MaterialType, slotName } from '@portal/domain/slot-names'
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
import { BackLink } from '../shared/back-link.tsx'
import { useWayBack } from '@portal/remote-kit/opened-from'
import { buttonStyle } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { ListOrdered, ChevronLeft, ChevronRight } from 'lucide-react'
import type { MouseEvent } from 'react'
import stepsStyles from '../shared/steps.module.css'

type MaterialReadingProps = {
  quarter: Quarter
  type: MaterialType
  /** The quarter's papers including this one; undefined while they load. */
  materials: Material[] | undefined
}

/** One of the quarter's papers, filling the page. */
export function MaterialReading({ quarter, type, materials }: MaterialReadingProps) {
  const opened = useOpenedVersion()
  const index = materials?.findIndex((listed) => listed.type === type) ?? -1
  const material = materials?.[index]
  const place = usePaperPlace(quarter, materials ?? none, type)
  const openAgenda = useOpenAgenda(quarter)
  const leadsToAgenda = type !== 'agenda' && hasAgenda(materials ?? none)
  const { end, dialog } = usePaperEnd({ quarter, type, material, next: place.next })
  const title = material?.name ?? slotName({ kind: 'meeting', ...quarter, materialType: type })
  return (
    <ReadingView
      paper={`${quarterName(quarter)} ${type}`}
      title={title}
      position={materials && `${index + 1} of ${materials.length}`}
      back={<BackToQuarter quarter={quarter} />}
      onSearch={usePortal().openSearch}
      about={
        place.item === undefined ? undefined : <AboutItem quarter={quarter} item={place.item} />
      }
      keys={leadsToAgenda ? { [agendaKey]: openAgenda } : undefined}
      keyWords={leadsToAgenda ? { [agendaKey]: 'Open the agenda' } : undefined}
      neighbours={
        material && (
          <>
            {leadsToAgenda && (
              <AgendaLink quarter={quarter} isRepeated={place.item !== undefined} />
            )}
            <Steps place={place} />
          </>
        )
      }
      list={
        materials && {
          kind: 'papers',
          title: `${quarterName(quarter)} papers`,
          content: <MaterialList quarter={quarter} materials={materials} shown={type} isPanel />,
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
              address={(other) => meetingsPaths.material(quarter, type, other)}
            />
          )}
          <MaterialContent key={type} quarter={quarter} material={material} height="100%" flush />
        </div>
      ) : (
        <Skeleton height="100%" label={`Loading ${isolated(title)}`} />
      )}
    </ReadingView>
  )
}

const none: Material[] = []

type PaperEndInput = {
  quarter: Quarter
  type: MaterialType
  /** Undefined while it loads. */
  material: Material | undefined
  next: PaperStep | undefined
}

/** What the reader can do with the open paper, and the next one; the dialog is part of a tool. */
function usePaperEnd({ quarter, type, material, next }: PaperEndInput) {
  const { call, person } = usePortal()
  const { state } = useLocation() as { state: unknown }
  const paper = material && isDocument(material) ? material.mapping.document : undefined
  const opened = useOpenedVersion()
  const reading = useQuery({ ...readingQuery(call, quarter), enabled: canKeepReading(person) }).data
  const isRead = material && reading ? readingStateOf(material, reading) === 'Read' : false
  const mark = useMarkTool({ paper: paper ?? { id: '' }, isRead })
  const book = useBookTool(quarter, type)
  const versions = useVersionTools({
    paper: paper ?? { id: '' },
    slot: { kind: 'meeting', ...quarter, materialType: type },
    opened,
    address: (other) => meetingsPaths.material(quarter, type, other),
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

/** Closes the paper: goes back to where it was chosen, or to its quarter's list. */
function BackToQuarter({ quarter }: { quarter: Quarter }) {
  const navigate = useNavigate()
  const toList = () => void navigate(meetingsPaths.quarter(quarter), { replace: true })
  return <BackLink quarter={quarter} onClose={toList} />
}

/** The shortcut key that opens the quarter's agenda from a paper. */
const agendaKey = 'a'

/** Opens the agenda's page: by a step back if the paper was opened there. */
function useOpenAgenda(quarter: Quarter): () => void {
  const { origin, stepBack } = useWayBack()
  const navigate = useNavigate()
  const agenda = meetingsPaths.agenda(quarter)
  return () => {
    if (stepBack && origin?.to === agenda) stepBack()
    else void navigate(agenda)
  }
}

type AgendaLinkProps = {
  quarter: Quarter
  /** The paper's item links there too, so a bar without room for both omits this one. */
  isRepeated: boolean
}

/** Links a paper to its quarter's agenda. */
function AgendaLink({ quarter, isRepeated }: AgendaLinkProps) {
  const key = agendaKey.toUpperCase()
  return (
    <Link
      {...useAgendaTarget(quarter)}
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
function AboutItem({ quarter, item }: { quarter: Quarter; item: string }) {
  return (
    <Link {...useAgendaTarget(quarter)} className={styles.item} title={item}>
      <VisuallyHidden>For agenda item </VisuallyHidden>
      {item}
    </Link>
  )
}

function useAgendaTarget(quarter: Quarter) {
  const openAgenda = useOpenAgenda(quarter)
  const onClick = (event: MouseEvent) => {
    // With a modifier key, the browser opens the agenda in another tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    openAgenda()
  }
  return { to: meetingsPaths.agenda(quarter), onClick }
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
