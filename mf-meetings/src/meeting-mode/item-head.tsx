import type { Agenda } from '@portal/contract/agendas'
import { agendaItemName, agendaItemNumber } from '@portal/domain/agenda-item'
import { timeLeftText } from '@portal/domain/meeting-now'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { Badge } from '@portal/shared-ui/badge'
import { ItemDescription } from '@portal/shared-ui/item-description'
import { ProgressBar } from '@portal/shared-ui/progress-bar'
import { Check } from 'lucide-react'
import { BackToNow } from './back-to-now.tsx'
import { itemFacts } from './item-facts.ts'
import styles from './item-head.module.css'
import type { MeetingClock } from './meeting-clock.ts'
import { presentTimeText } from './meeting-words.ts'

type ItemHeadProps = {
  agenda: Agenda
  /** The index of the shown item. */
  index: number
  clock: MeetingClock
  onFollow: () => void
}

/** An item's title and facts, with the time left for it; for any other than the current item, the way back to that. */
export function ItemHead({ agenda, index, clock, onFollow }: ItemHeadProps) {
  const item = agenda.items[index]!
  const { title, description, completed } = item
  return (
    <header className={styles.head}>
      <div className={styles.what}>
        <h2 className={styles.title}>
          {agendaItemNumber({ title }, index)} {isolated(agendaItemName(item, index))}
        </h2>
        <p className={styles.facts}>
          {itemFacts(agenda, index)}
          {completed && (
            <Badge kind="good" icon={<Check aria-hidden />}>
              Completed
            </Badge>
          )}
        </p>
        {description && (
          <ItemDescription key={item.id} text={description} of={agendaItemName(item, index)} />
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
    const name = agendaItemName(agenda.items[current.index]!, current.index)
    return (
      <div className={styles.now}>
        <p className={styles.current}>
          Now: {isolated(name)} · {left}
        </p>
        <BackToNow onFollow={onFollow} />
      </div>
    )
  }
  return (
    <div className={styles.now}>
      <p className={styles.left} data-over={current.minutesLeft < 0 || undefined}>
        {left}
      </p>
      <ProgressBar label="Time used" value={current.passed} hideLabel />
      <p className={styles.clock}>{presentTimeText(now, timeZone)}</p>
    </div>
  )
}
