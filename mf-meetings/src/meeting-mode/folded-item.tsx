import type { Agenda } from '@portal/contract/agendas'
import { durationText } from '@portal/domain/agenda-item'
import { timeLeftText } from '@portal/domain/meeting-now'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { ProgressBar } from '@portal/shared-ui/progress-bar'
import { startTexts } from '@portal/domain/agenda-times'
import { meetingOfAgenda } from '../shared/meeting-route.ts'
import { OpenAboutLater } from '../shared/questions-later.tsx'
import { BackToNow } from './back-to-now.tsx'
import styles from './folded-item.module.css'
import type { MeetingClock } from './meeting-clock.ts'
import { briefTimesText, itemName, numberedName, presentTimeText } from './meeting-words.ts'

type FoldedItemProps = {
  agenda: Agenda
  /** The shown item. */
  index: number
  clock: MeetingClock
  onFollow: () => void
}

/** What an item is and the time left for it, in the bar above its open paper. */
export function FoldedItem({ agenda, index, clock, onFollow }: FoldedItemProps) {
  const name = numberedName(agenda.items, index)
  const item = agenda.items[index]!
  return (
    <div className={styles.folded}>
      <div className={styles.what}>
        <h2 className={styles.title} title={name}>
          {name}
        </h2>
        <p className={styles.facts}>
          {!item.closed && <OpenAboutLater meeting={meetingOfAgenda(agenda)} item={item.id} />}{' '}
          {itemFacts(agenda, index)}
        </p>
      </div>
      <Time agenda={agenda} index={index} clock={clock} onFollow={onFollow} />
    </div>
  )
}

function Time({ agenda, index, clock: { now, state, current }, onFollow }: FoldedItemProps) {
  const { timeZone } = usePortal().config.foundation
  if (!current) {
    const texts = briefTimesText(agenda, state, timeZone)
    if (!texts) return null
    return (
      <p className={styles.now}>
        <b className={styles.left}>{texts.state}</b>{' '}
        <span className={styles.clock}>{texts.day}</span>
      </p>
    )
  }
  const left = timeLeftText(current.minutesLeft)
  if (current.index !== index) {
    const name = itemName(agenda.items, current.index)
    return (
      <div className={styles.away}>
        <p className={styles.current}>
          <span className={styles.name}>Now: {isolated(name)}</span>
          <span className={styles.remaining}> · {left}</span>
        </p>
        <BackToNow className={styles.back} onFollow={onFollow} />
      </div>
    )
  }
  return (
    <>
      <p className={styles.now}>
        <b className={styles.left} data-over={current.minutesLeft < 0 || undefined}>
          {left}
        </b>{' '}
        <span className={styles.clock}>{presentTimeText(now, timeZone)}</span>
      </p>
      <div className={styles.used}>
        <ProgressBar label="Time used" value={current.passed} hideLabel />
      </div>
    </>
  )
}

/** "9:10 AM · 30 min · James Okafor" */
export function itemFacts({ time, items }: Pick<Agenda, 'time' | 'items'>, index: number): string {
  const { duration, speaker } = items[index]!
  const facts = [startTexts(time, items)[index], durationText(duration), isolated(speaker)]
  return facts.filter(Boolean).join(' · ')
}
