import {
  compareMeetings,
  isQuarterly,
  meetingId,
  type MeetingRef,
  meetingLabel,
} from '@portal/domain/meeting-ref'
import type { Quarter } from '@portal/domain/quarter'
import { useDrawn } from '@portal/shared-ui/use-drawn'
import { BoardBookCard } from '../shared/board-book-card.tsx'
import type { Material } from '../shared/materials-of.ts'
import { MaterialList, type MaterialListProps } from './material-list.tsx'
import styles from './materials-screen.module.css'
import { type ViewerHeight, viewerHeights } from './viewer-height.ts'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { usePortal } from '@portal/remote-kit/portal'
import { agendaQuery } from '@portal/remote-kit/queries/agenda'
import { useQuery } from '@portal/remote-kit/query'
import { AgendaPanel, isMissing } from '../shared/agenda-panel.tsx'
import {
  MaterialNotFound,
  UnseenMeetings,
  useIsOfUnseenBody,
} from '../shared/material-not-found.tsx'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { ChevronDown, ChevronLeft, ChevronRight, BookOpen } from 'lucide-react'
import { SelectField } from '@portal/shared-ui/field'
import { isolated } from '@portal/domain/shown-text'
import { Link } from '@portal/remote-kit/router'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { meetingsPaths } from '../meetings-paths.ts'
import { MaterialContent } from './material-content.tsx'
import { usePaperPlace, type PaperPlace } from './use-paper-place.ts'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { useMeetingRecord } from '../shared/meeting-name.ts'
import { useIsPast } from '../shared/use-is-past.ts'

type MeetingMaterialsProps = {
  meeting: MeetingRef
  materials: Material[]
  /** Quarters with papers, the nearest before and after this one among them, newest first. */
  filled: Quarter[]
  /** The material type in the address, if that paper isn't open. */
  wanted: string | undefined
  /** The paper that was read last: after it is closed, its row has the focus. */
  lastOpen: string | undefined
  /** On a phone, the height of a paper in the page. */
  phone: { height: ViewerHeight; choose: (height: ViewerHeight) => void } | undefined
}

/** The list of papers; on a phone, with the open paper below it if the reader has chosen that. */
export function MeetingMaterials(props: MeetingMaterialsProps) {
  const { meeting, materials, filled, wanted, lastOpen, phone } = props
  const isDrawn = useDrawn()
  useFocusOnRow(isDrawn ? lastOpen : undefined)
  const isUnseen = useIsOfUnseenBody(meeting)
  if (wanted === undefined && materials.length === 0) {
    return isUnseen ? <UnseenMeetings /> : <NoMaterials meeting={meeting} filled={filled} />
  }
  const shown = materials.find(({ type }) => type === wanted)
  const list = { meeting, materials, shown: shown?.type }
  return (
    <>
      {wanted !== undefined && !shown && <MissingMaterial meeting={meeting} wanted={wanted} />}
      {shown && phone ? (
        <div className={styles.above}>
          <FoldedList key={shown.type} {...list} />
          <MaterialPane
            meeting={meeting}
            materials={materials}
            material={shown}
            height={`${phone.height.height}vh`}
          />
        </div>
      ) : (
        materials.length > 0 && (
          <>
            <BoardBookCard key={meetingId(meeting)} meeting={meeting} on="materials" />
            <MaterialList {...list} />
          </>
        )
      )}
      {/* Shown together with the rest of the list, which would otherwise move it. */}
      {isDrawn && phone && <ViewerHeightPicker chosen={phone.height} onChoose={phone.choose} />}
    </>
  )
}

/**
 * A paper that is closed takes the focus with it: the list gives it to the paper's row, or to the page's heading if the
 * paper isn't listed any more.
 */
function useFocusOnRow(lastOpen: string | undefined): void {
  const isOpened = lastOpen !== undefined
  const moveTo = useEffectEvent(() => {
    if (document.activeElement !== document.body) return
    const row = document.querySelector<HTMLElement>(
      `[data-material="${CSS.escape(lastOpen ?? '')}"] a`,
    )
    const target = row ?? document.querySelector<HTMLElement>('#page-title')
    target?.focus()
  })
  useEffect(() => {
    if (isOpened) moveTo()
  }, [isOpened])
}

type MissingMaterialProps = { meeting: MeetingRef; wanted: string | undefined }

/** The address names a paper that isn't in the list. */
function MissingMaterial({ meeting, wanted }: MissingMaterialProps) {
  return wanted === 'agenda' ? (
    <MissingAgenda meeting={meeting} />
  ) : (
    <MaterialNotFound meeting={meeting} />
  )
}

/** The list omits the slot of an unpublished agenda; its address explains why. */
function MissingAgenda({ meeting }: { meeting: MeetingRef }) {
  const { call } = usePortal()
  const agenda = useQuery(agendaQuery(call, meeting))
  if (agenda.data?.status === 'published' || isMissing(agenda)) {
    return <MaterialNotFound meeting={meeting} />
  }
  return (
    <AgendaPanel query={agenda} meeting={meeting}>
      {() => null}
    </AgendaPanel>
  )
}

/** The list, collapsed above the paper if there is no room next to it. */
function FoldedList(list: MaterialListProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div>
      <Button
        className={styles.fold}
        icon={<ChevronDown aria-hidden className={open ? styles.turned : undefined} />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide the list' : `All materials (${list.materials.length})`}
      </Button>
      <div id={id} hidden={!open} className={styles.folded}>
        <MaterialList {...list} />
      </div>
    </div>
  )
}

type ViewerHeightPickerProps = { chosen: ViewerHeight; onChoose: (chosen: ViewerHeight) => void }

const options = viewerHeights.map((value) => ({ value, label: `${value}% of the screen` }))

/** On a phone: shows papers in the page at a chosen height, instead of full screen. */
function ViewerHeightPicker({ chosen, onChoose }: ViewerHeightPickerProps) {
  return (
    <div className={styles.viewerHeight} role="group" aria-label="How papers open">
      <SelectField
        label="Viewer height"
        value={chosen.height}
        onChange={(value) => {
          const height = viewerHeights.find((offered) => offered === value)
          if (height) onChoose({ ...chosen, height })
        }}
        options={options}
      />
      <label className={styles.apply}>
        <input
          type="checkbox"
          checked={chosen.applied}
          onChange={(event) => onChoose({ ...chosen, applied: event.target.checked })}
        />
        Apply
      </label>
      <p className={styles.applyNote}>
        {chosen.applied
          ? 'A paper opens in this page, at this height.'
          : 'A paper opens over the whole screen. Apply opens it in this page, at this height.'}
      </p>
    </div>
  )
}

type MaterialPaneProps = {
  meeting: MeetingRef
  materials: Material[]
  material: Material
  /** A CSS height. */
  height: string
}

/** On a phone, the chosen paper below the list, with links to the previous and next one at both ends. */
function MaterialPane({ height, meeting, materials, material }: MaterialPaneProps) {
  const place = usePaperPlace(meeting, materials, material.type)
  // The list comes first: readers look for it.
  if (!useDrawn()) return <Skeleton height={height} label={`Loading ${isolated(material.name)}`} />
  return (
    <section className={styles.pane} aria-label={material.name}>
      {place.item !== undefined && (
        <p className={styles.item}>
          <Link to={meetingsPaths.agenda(meeting)}>
            <VisuallyHidden>For agenda item </VisuallyHidden>
            {place.item}
          </Link>
        </p>
      )}
      <Neighbors place={place} label="Previous and next material" />
      <MaterialContent key={material.type} meeting={meeting} material={material} height={height} />
      <Neighbors place={place} label="Previous and next material, after the paper" />
    </section>
  )
}

type NeighborsProps = {
  place: Pick<PaperPlace, 'previous' | 'next'>
  label: string
}

function Neighbors({ place: { previous, next }, label }: NeighborsProps) {
  if (!previous && !next) return null
  return (
    <nav className={styles.neighbors} aria-label={label} data-print="hide">
      {previous && (
        <Link className={styles.neighbor} to={previous.to} title={previous.name}>
          <ChevronLeft aria-hidden />
          <VisuallyHidden>Previous: </VisuallyHidden>
          <span>{previous.name}</span>
        </Link>
      )}
      {next && (
        <Link className={`${styles.neighbor} ${styles.next}`} to={next.to} title={next.name}>
          <VisuallyHidden>Next: </VisuallyHidden>
          <span>{next.name}</span>
          <ChevronRight aria-hidden />
        </Link>
      )}
    </nav>
  )
}

type NoMaterialsProps = {
  meeting: MeetingRef
  /** Quarters with papers, the nearest before and after this one among them, newest first. */
  filled: Quarter[]
}

function NoMaterials({ meeting, filled }: NoMaterialsProps) {
  const { config, person } = usePortal()
  const { liaisonEmail } = config.foundation
  const isPast = useIsPast(meeting)
  const isCancelled = useMeetingRecord(meeting).data?.stage === 'cancelled'
  const kind = isQuarterly(meeting) ? 'quarter' : 'meeting'
  const name = isQuarterly(meeting) ? meetingLabel(meeting) : 'this meeting'
  const before = filled.find((other) => compareMeetings(other, meeting) < 0)
  const after = filled.findLast((other) => compareMeetings(other, meeting) > 0)
  const nearest = [before, after].filter((other) => other !== undefined)
  return (
    <EmptyState
      title={`No materials for ${name}${isPast || isCancelled ? '' : ' yet'}`}
      icon={<BookOpen aria-hidden />}
    >
      {person.isAdmin ? (
        <p>
          The portal has no papers of this {kind}. You can{' '}
          <Link to={meetingsPaths.mapPapers(meeting)}>add them</Link>.
        </p>
      ) : isCancelled ? (
        <p>It has no papers, and it won’t take place.</p>
      ) : isPast ? (
        <p>
          This {kind} is over, and the portal has no papers of it. If you need one, ask your{' '}
          <a href={`mailto:${liaisonEmail}`}>Board Liaison</a>.
        </p>
      ) : (
        <p>
          The papers of this {kind} haven’t been added yet. Your{' '}
          <a href={`mailto:${liaisonEmail}`}>Board Liaison</a> adds them here before the meeting.
        </p>
      )}
      {nearest.length > 0 && (
        <p className={styles.nearest} data-print="hide">
          {nearest.map((other) => (
            <Link
              key={meetingId(other)}
              to={meetingsPaths.meeting(other)}
              className={buttonStyle('secondary')}
            >
              Open the materials of {meetingLabel(other)}
            </Link>
          ))}
        </p>
      )}
    </EmptyState>
  )
}
