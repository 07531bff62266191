import type { Agenda, AgendaItem } from '@portal/contract/agendas'
import { type MeetingNow, meetingNow, timeLeftText } from '@portal/domain/meeting-now'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { canKeepReading } from '@portal/remote-kit/queries/reading'
import { ReadingView } from '@portal/shared-ui/reading-view'
import { Status } from '@portal/shared-ui/status'
import { meetingOfAgenda } from '../shared/meeting-route.ts'
import { BackLink } from '../shared/back-link.tsx'
import type { Material } from '../shared/materials-of.ts'
import { FoldedItem, itemFacts } from './folded-item.tsx'
import { JoinLink } from './join-link.tsx'
import { MeetingAgenda } from './meeting-agenda.tsx'
import { meetingKeys, BackToNow } from './back-to-now.tsx'
import { PaperChoice } from './paper-choice.tsx'
import { contentOfItem, type ItemContent } from './shown-content.ts'
import { useItemChoice, type ItemChoice } from './use-item-choice.ts'
import { useNow, type MeetingClock } from './meeting-clock.ts'
import { useScreenAwake } from './use-screen-awake.ts'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { ChevronLeft, ChevronRight, Check } from 'lucide-react'
import steps from '../shared/steps.module.css'
import styles from './item-steps.module.css'
import { Badge } from '@portal/shared-ui/badge'
import { ItemDescription } from '@portal/shared-ui/item-description'
import { ProgressBar } from '@portal/shared-ui/progress-bar'

import { itemName, numberedName, presentTimeText } from './meeting-words.ts'
import { firstNamedPage } from '@portal/domain/item-papers'
import { ItemQuestionsLater, OpenQuestionsLater } from '../shared/questions-later.tsx'
import { SlotContent } from '../shared/slot-content.tsx'
import { ItemNotes } from './item-notes.tsx'
import { MeetingTimes } from './meeting-times.tsx'
import itemStyles from './shown-item.module.css'

type FollowedAgendaProps = {
  /** An agenda with at least one item. */
  agenda: Agenda
  materials: Material[]
}

/** A cancelled meeting has no current item. */
const notFollowed: MeetingNow = { phase: 'unknown' }

/** The agenda next to its current item, or to the item that the reader has chosen. */
export function FollowedAgenda({ agenda, materials }: FollowedAgendaProps) {
  const { config, openSearch, person } = usePortal()
  const { timeZone } = config.foundation
  const now = useNow()
  const isCancelled = agenda.stage === 'cancelled'
  const state = isCancelled ? notFollowed : meetingNow(agenda, timeZone, now)
  const current = state.phase === 'running' ? state.item : undefined
  const choice = useItemChoice(agenda, current?.index)
  const { index, step, follow } = choice
  const meeting = meetingOfAgenda(agenda)
  const currentItem = current && agenda.items[current.index]
  useScreenAwake(current !== undefined)
  const item = agenda.items[index]!
  const content = contentOfItem(item, materials, {
    show: choice.show,
    canKeepNotes: canKeepReading(person),
  })
  const clock = { now, state, current }
  const isFolded = content.shown !== 'about'

  return (
    <>
      <Status text={currentItem ? `Now: ${numberedName(agenda.items, current.index)}` : ''} />
      <ReadingView
        paper={choice.choice}
        title={agenda.title}
        position={isFolded ? undefined : `${index + 1} of ${agenda.items.length}`}
        head={
          isFolded ? (
            <FoldedItem agenda={agenda} index={index} clock={clock} onFollow={follow} />
          ) : undefined
        }
        choices={
          content.papers.length > 0 ? (
            <PaperChoice meeting={meeting} item={item.id} content={content} />
          ) : undefined
        }
        back={<BackLink meeting={meeting} />}
        onSearch={openSearch}
        keys={{
          [meetingKeys.next]: () => step(1),
          [meetingKeys.previous]: () => step(-1),
          [meetingKeys.now]: follow,
        }}
        keyWords={{
          [meetingKeys.next]: 'Go to the next item',
          [meetingKeys.previous]: 'Go to the previous item',
          [meetingKeys.now]: 'Follow the meeting',
        }}
        neighbours={
          <>
            <JoinLink meeting={meeting} />
            <ItemSteps items={agenda.items} index={index} onStep={step} />
          </>
        }
        list={{
          kind: 'agenda',
          title: 'Agenda',
          content: (
            <>
              <MeetingAgenda
                agenda={agenda}
                materials={materials}
                shown={{ index, show: content.shown }}
                current={current?.index}
              />
              {/* Otherwise they are with the item. */}
              {isFolded && <OpenQuestionsLater meeting={meeting} />}
            </>
          ),
        }}
      >
        <ShownItem agenda={agenda} choice={choice} content={content} clock={clock} />
      </ReadingView>
    </>
  )
}

type ItemStepsProps = {
  items: readonly AgendaItem[]
  /** The index of the shown item. */
  index: number
  onStep: (by: 1 | -1) => void
}

/** Steps to the previous and the next item. */
function ItemSteps({ items, index, onStep }: ItemStepsProps) {
  return (
    <nav className={`${steps.steps} ${styles.ofItems}`} aria-label="Previous and next item">
      <Step items={items} index={index} by={-1} onStep={onStep} />
      <Step items={items} index={index} by={1} onStep={onStep} />
    </nav>
  )
}

function Step({ items, index, by, onStep }: ItemStepsProps & { by: 1 | -1 }) {
  const word = by === 1 ? 'Next' : 'Previous'
  const key = (by === 1 ? meetingKeys.next : meetingKeys.previous).toUpperCase()
  const item = items[index + by]
  const arrow = by === 1 ? <ChevronRight aria-hidden /> : <ChevronLeft aria-hidden />
  // Keeps its space, so that the other button doesn't move while it is pressed repeatedly.
  if (!item)
    return (
      <span className={`${buttonStyle('quiet', { iconOnly: true })} ${steps.end}`}>{arrow}</span>
    )
  const name = itemName(items, index + by)
  return (
    <Button
      variant="quiet"
      icon={arrow}
      iconOnly
      aria-label={`${word} item: ${isolated(name)}`}
      aria-keyshortcuts={key}
      title={`${isolated(name)} (${key})`}
      onClick={() => onStep(by)}
    />
  )
}

type ItemHeadProps = {
  agenda: Agenda
  /** The index of the shown item. */
  index: number
  clock: MeetingClock
  onFollow: () => void
}

/** An item's title and facts, with the time left for it; for any other than the current item, the way back to that. */
function ItemHead({ agenda, index, clock, onFollow }: ItemHeadProps) {
  const item = agenda.items[index]!
  const { description, completed } = item
  return (
    <header className={steps.head}>
      <div className={steps.what}>
        <h2 className={steps.title}>{numberedName(agenda.items, index)}</h2>
        <p className={steps.facts}>
          {itemFacts(agenda, index)}
          {completed && (
            <Badge kind="good" icon={<Check aria-hidden />}>
              Completed
            </Badge>
          )}
        </p>
        {description && (
          <ItemDescription key={item.id} text={description} of={itemName(agenda.items, index)} />
        )}
      </div>
      <TimeLeft agenda={agenda} index={index} clock={clock} onFollow={onFollow} />
    </header>
  )
}

function TimeLeft({ agenda, index, clock: { now, current }, onFollow }: ItemHeadProps) {
  const { timeZone } = usePortal().config.foundation
  if (!current) return null
  const left = timeLeftText(current.minutesLeft)
  if (current.index !== index) {
    const name = itemName(agenda.items, current.index)
    return (
      <div className={steps.now}>
        <p className={steps.current}>
          Now: {isolated(name)} · {left}
        </p>
        <BackToNow onFollow={onFollow} />
      </div>
    )
  }
  return (
    <div className={steps.now}>
      <p className={steps.left} data-over={current.minutesLeft < 0 || undefined}>
        {left}
      </p>
      <ProgressBar label="Time used" value={current.passed} hideLabel />
      <p className={steps.clock}>{presentTimeText(now, timeZone)}</p>
    </div>
  )
}

type ShownItemProps = {
  agenda: Agenda
  choice: ItemChoice
  content: ItemContent
  clock: MeetingClock
}

/** One of an item's papers, the reader's notes on them, or what the item is about. */
function ShownItem({ agenda, choice, content, clock }: ShownItemProps) {
  const item = agenda.items[choice.index]!
  const { papers, shown, paper } = content
  return (
    <div className={itemStyles.item}>
      {shown === 'about' && (
        <>
          <MeetingTimes plan={agenda} state={clock.state} />
          <ItemHead agenda={agenda} index={choice.index} clock={clock} onFollow={choice.follow} />
          <OpenQuestionsLater meeting={meetingOfAgenda(agenda)} />
          {!item.closed && (
            <ItemQuestionsLater
              meeting={meetingOfAgenda(agenda)}
              item={{ id: item.id, name: itemName(agenda.items, choice.index) }}
            />
          )}
          {papers.length === 0 && (
            <p className={itemStyles.none}>
              {item.closed
                ? 'Only those who take part in this session see what it is about.'
                : 'This item has no papers.'}
            </p>
          )}
        </>
      )}
      {shown === 'notes' && (
        <ItemNotes meeting={meetingOfAgenda(agenda)} item={item.id} papers={papers} />
      )}
      {paper && (
        // Scrolling, pointing or typing in the paper counts as having begun to read it.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div
          className={itemStyles.paper}
          onPointerDownCapture={choice.begin}
          onKeyDownCapture={choice.begin}
          onWheelCapture={choice.begin}
        >
          <SlotContent
            key={paper.type}
            material={paper}
            item={item.id}
            page={firstNamedPage(paper.pages)}
            height="100%"
            flush
          />
        </div>
      )}
    </div>
  )
}
