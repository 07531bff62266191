import type { Quarter } from '@portal/domain/quarter'
import { Link } from '@portal/remote-kit/router'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'
import { type Material, neighboursOf } from '../shared/materials-of.ts'
import styles from './material-pane.module.css'

type NeighboursProps = {
  quarter: Quarter
  materials: Material[]
  material: Material
  label: string
}

export function Neighbours({ quarter, materials, material, label }: NeighboursProps) {
  const { previous, next } = neighboursOf(materials, material.type)
  if (!previous && !next) return null
  return (
    <nav className={styles.neighbours} aria-label={label} data-print="hide">
      {previous && (
        <Link
          className={styles.neighbour}
          to={meetingsPaths.material(quarter, previous.type)}
          title={previous.name}
        >
          <ChevronLeft aria-hidden />
          <VisuallyHidden>Previous: </VisuallyHidden>
          <span>{previous.name}</span>
        </Link>
      )}
      {next && (
        <Link
          className={`${styles.neighbour} ${styles.next}`}
          to={meetingsPaths.material(quarter, next.type)}
          title={next.name}
        >
          <VisuallyHidden>Next: </VisuallyHidden>
          <span>{next.name}</span>
          <ChevronRight aria-hidden />
        </Link>
      )}
    </nav>
  )
}
