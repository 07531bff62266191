import { Badge } from '@portal/shared-ui/badge'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { Check, ChevronDown, ChevronUp, CircleCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { type Sync, useSyncPress } from '../sync/use-sync.ts'
import { isProblem, problemsFirst, showsAgenda, type Step, nextSteps } from './board-steps.ts'
import { NeedButton } from './need-button.tsx'
import { isReady, isWanted } from './readiness.ts'
import styles from './readiness-board.module.css'
import { SlotSaveButton } from './slot-save-button.tsx'
import type { BoardSlot } from './use-readiness.ts'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import type { Slot } from '@portal/domain/slot-names'
import { Link } from '@portal/remote-kit/router'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { adminPaths } from '../../admin-paths.ts'
import type { ResourceMapping } from '@portal/contract/mappings'
import { focusOnceDrawn } from '../../shared/focus-once-drawn.ts'
import { usePublication } from '../../quarters/publication-queries.ts'
import { mappingSentences } from '../mappings-sentences.ts'
import { Card } from '@portal/shared-ui/card'
import { ReadinessBadge, readinessLooks } from './readiness-badge.tsx'

type ReadinessBoardProps = SlotActs & {
  title: string
  /** Whose agenda is among the slots. */
  meeting: MeetingRef
  slots: BoardSlot[]
  /** The address of a slot's row: `#slot-…` on the same page, or a path. */
  rowOf: (id: string) => string
  sync: Sync
}

/** How ready the slots are for members: the problems with their next steps; the others are folded. */
export function ReadinessBoard(props: ReadinessBoardProps) {
  const { title, meeting, slots, rowOf, sync, ...acts } = props
  const [open, setOpen] = useState(false)
  const foldedId = useId()
  const wanted = slots.filter(({ readiness }) => isWanted(readiness))
  const ready = wanted.filter(({ readiness }) => isReady(readiness))
  const problems = problemsFirst(slots)
  const folded = slots.filter((slot) => !isProblem(slot))
  const cards = (shown: BoardSlot[]) =>
    shown.map((of) => (
      <BoardSlotCard key={of.id} of={of} row={rowOf(of.id)} sync={sync} {...acts} />
    ))
  return (
    <section className={styles.board} aria-label="Readiness">
      <div className={styles.head}>
        <h2 id={titleId} tabIndex={-1} className={styles.title}>
          {title}: {ready.length} of {wanted.length} ready
        </h2>
        {showsAgenda(slots) && <PublishedBadge meeting={meeting} />}
        {folded.length > 0 && (
          <Button
            variant="quiet"
            icon={open ? <ChevronUp /> : <ChevronDown />}
            aria-expanded={open}
            aria-controls={open ? foldedId : undefined}
            onClick={() => setOpen(!open)}
          >
            {foldedWords(folded)}
          </Button>
        )}
      </div>
      {problems.length === 0 && wanted.length > 0 && (
        <p className={styles.complete}>
          <CircleCheck /> Everything is ready.
        </p>
      )}
      {problems.length > 0 && <ul className={styles.slots}>{cards(problems)}</ul>}
      {open && (
        <ul id={foldedId} className={styles.slots} aria-label="Ready">
          {cards(folded)}
        </ul>
      )}
    </section>
  )
}

/** Of an agenda that is ready; nothing while its meeting is in preparation. */
function PublishedBadge({ meeting }: { meeting: MeetingRef }) {
  const { data } = usePublication(meeting)
  if (data?.state !== 'published') return null
  return (
    <Badge kind="good" icon={<Check />}>
      Published
    </Badge>
  )
}

/** `9 ready, 1 changed since mapped, 4 optional`. */
function foldedWords(folded: BoardSlot[]): string {
  const count = (holds: (slot: BoardSlot) => boolean) => folded.filter(holds).length
  const unused = count(({ readiness }) => readiness.state === 'unused')
  const notNeeded = count(({ readiness }) => readiness.state === 'notNeeded')
  const ready = folded.length - unused - notNeeded
  const changed = count(({ readiness }) => readiness.state === 'changed')
  return [
    ready > 0 && `${ready} ready`,
    changed > 0 && `${changed} changed since mapped`,
    unused > 0 && `${unused} optional without a document`,
    notNeeded > 0 && `${notNeeded} not needed this quarter`,
  ]
    .filter((part) => part !== false)
    .join(', ')
}

/** Takes the focus when a button is gone with its card. */
const titleId = 'readiness-title'

/** Opens a slot's mapping form, its content, or the form that replaces its paper's file. */
type SlotActs = Record<'onMap' | 'onView' | 'onReplace', (slot: Slot) => void>

type BoardStepProps = SlotActs & {
  step: Step
  of: BoardSlot
  sync: Sync
  onRefused: (sentence: string | undefined) => void
}

const words = {
  map: 'Map paper',
  update: 'Update',
  replace: 'Replace file',
  open: 'Open',
  publishAgenda: 'Publish agenda',
  writeAgenda: 'Write agenda',
  openAgenda: 'Open agenda',
}

const actOf = { map: 'onMap', update: 'onMap', replace: 'onReplace', open: 'onView' } as const

/** A button for a slot's next step, or a link to the page for it. */
function BoardStep({ step, of, sync, onRefused, ...acts }: BoardStepProps) {
  const { slot, mapping } = of
  if (step === 'sync') return <SyncButton sync={sync} name={of.name} />
  if (step === 'activate') {
    return mapping ? (
      <ActivateButton mapping={mapping} name={of.name} onRefused={onRefused} />
    ) : null
  }
  if (step === 'notNeeded' || step === 'useAgain') {
    return (
      <NeedButton
        slot={slot}
        mapping={mapping}
        needed={step === 'useAgain'}
        onDone={() => focusOnceDrawn(`#${titleId}`)}
        onRefused={onRefused}
      />
    )
  }
  if (step === 'map' || step === 'update' || step === 'replace' || step === 'open') {
    return (
      <Button onClick={() => acts[actOf[step]](slot)}>
        {words[step]}
        <VisuallyHidden> {of.name}</VisuallyHidden>
      </Button>
    )
  }
  return (
    <Link
      className={buttonStyle('secondary')}
      to={adminPaths.agenda(slot.kind === 'meeting' ? slot : undefined)}
    >
      {words[step]}
    </Link>
  )
}

function SyncButton({ sync, name }: { sync: Sync; name: string }) {
  const press = useSyncPress(sync)
  return (
    <Button busy={sync.following} onClick={() => void press()}>
      Sync
      <VisuallyHidden> the drive for {name}</VisuallyHidden>
    </Button>
  )
}

type ActivateButtonProps = {
  mapping: ResourceMapping
  name: string
  onRefused: (sentence: string | undefined) => void
}

/** Shows a slot to members. */
function ActivateButton({ mapping, name, onRefused }: ActivateButtonProps) {
  return (
    <SlotSaveButton
      id={mapping.id}
      mapping={mapping}
      change={{ active: true }}
      messages={{ done: mappingSentences.active, failed: mappingSentences.activeFailed }}
      onRefused={onRefused}
    >
      Activate
      <VisuallyHidden> {name}</VisuallyHidden>
    </SlotSaveButton>
  )
}

type BoardSlotCardProps = SlotActs & {
  of: BoardSlot
  /** The address of the slot's row: `#slot-…` on the same page, or a path. */
  row: string
  sync: Sync
}

/** A slot's state, what it shows, and its next steps; its name links to its row. */
function BoardSlotCard({ of, row, sync, ...acts }: BoardSlotCardProps) {
  const { name, shown, readiness } = of
  const { state, hidesAgenda } = readiness
  const { meaning } = readinessLooks[state]
  const [refused, setRefused] = useState<string>()
  const steps = nextSteps(of)
  const isNative = state.startsWith('native')
  return (
    <Card as="li" className={styles.card}>
      <div className={styles.words}>
        <div className={styles.cardHead}>
          {row.startsWith('#') ? (
            <a className={styles.name} href={row}>
              {name}
            </a>
          ) : (
            <Link className={styles.name} to={row}>
              {name}
            </Link>
          )}
          <ReadinessBadge state={state} />
        </div>
        {shown !== undefined && !isNative && <p className={styles.shown}>{shown}</p>}
        {meaning && <p className={styles.meaning}>{meaning}</p>}
        {hidesAgenda && <p className={styles.meaning}>The native agenda is published, not shown</p>}
      </div>
      {steps.length > 0 && (
        <div className={styles.steps}>
          {steps.map((step) => (
            <BoardStep key={step} {...acts} {...{ step, of, sync }} onRefused={setRefused} />
          ))}
        </div>
      )}
      {refused !== undefined && (
        <p className={styles.refused} role="alert">
          {refused}
        </p>
      )}
    </Card>
  )
}
