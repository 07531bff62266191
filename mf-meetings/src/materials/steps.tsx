import type { Quarter } from '@portal/domain/quarter'
import { Link, useLocation } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'
import { type Material, neighboursOf } from '../shared/materials-of.ts'
import styles from './steps.module.css'

type StepsProps = { quarter: Quarter; materials: Material[]; material: Material }

/** To the papers before and after. They replace this one, so Back still leads to the list. */
export function Steps({ quarter, materials, material }: StepsProps) {
  const { previous, next } = neighboursOf(materials, material.type)
  if (!previous && !next) return null
  return (
    <nav className={styles.steps} aria-label="Previous and next material">
      <Step to={previous} word="Previous" quarter={quarter} />
      <Step to={next} word="Next" quarter={quarter} />
    </nav>
  )
}

type StepProps = { to: Material | undefined; word: 'Previous' | 'Next'; quarter: Quarter }

function Step({ to, word, quarter }: StepProps) {
  const { state } = useLocation()
  const arrow = word === 'Previous' ? <ChevronLeft aria-hidden /> : <ChevronRight aria-hidden />
  // Keeps its place, so that the other one can be pressed again and again.
  if (!to)
    return (
      <span className={`${buttonStyle('quiet', { iconOnly: true })} ${styles.end}`}>{arrow}</span>
    )
  return (
    <Link
      replace
      state={state as unknown}
      to={meetingsPaths.material(quarter, to.type)}
      className={buttonStyle('quiet', { iconOnly: true })}
      aria-label={`${word}: ${to.name}`}
      title={to.name}
    >
      {arrow}
    </Link>
  )
}
