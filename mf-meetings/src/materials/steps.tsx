import { isolated } from '@portal/domain/shown-text'
import { Link, useLocation } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import styles from '../shared/steps.module.css'
import type { PaperPlace, PaperStep } from './use-paper-place.ts'

type StepsProps = { place: Pick<PaperPlace, 'previous' | 'next'> }

/** Links to the previous and the next paper. They replace this one in the history, so Back still leads to the list. */
export function Steps({ place: { previous, next } }: StepsProps) {
  if (!previous && !next) return null
  return (
    <nav className={styles.steps} aria-label="Previous and next material">
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
      <span className={`${buttonStyle('quiet', { iconOnly: true })} ${styles.end}`}>{arrow}</span>
    )
  return (
    <Link
      replace
      state={state as unknown}
      to={step.to}
      className={buttonStyle('quiet', { iconOnly: true })}
      aria-label={`${word}: ${isolated(step.name)}`}
      title={step.name}
    >
      {arrow}
    </Link>
  )
}
