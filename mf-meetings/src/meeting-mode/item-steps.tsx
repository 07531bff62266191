import type { AgendaItem } from '@portal/contract/agendas'
import { agendaItemName } from '@portal/domain/agenda-item'
import { isolated } from '@portal/domain/shown-text'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import steps from '../shared/steps.module.css'
import styles from './item-steps.module.css'
import { meetingKeys } from './meeting-keys.ts'

type ItemStepsProps = {
  items: readonly AgendaItem[]
  /** The index of the shown item. */
  index: number
  onStep: (by: 1 | -1) => void
}

/** Steps to the previous and the next item. */
export function ItemSteps({ items, index, onStep }: ItemStepsProps) {
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
  const name = agendaItemName(item, index + by)
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
