import { Link } from '@portal/remote-kit/router'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import styles from './material-pane.module.css'
import type { PaperPlace } from './use-paper-place.ts'

type NeighboursProps = {
  place: Pick<PaperPlace, 'previous' | 'next'>
  label: string
}

export function Neighbours({ place: { previous, next }, label }: NeighboursProps) {
  if (!previous && !next) return null
  return (
    <nav className={styles.neighbours} aria-label={label} data-print="hide">
      {previous && (
        <Link className={styles.neighbour} to={previous.to} title={previous.name}>
          <ChevronLeft aria-hidden />
          <VisuallyHidden>Previous: </VisuallyHidden>
          <span>{previous.name}</span>
        </Link>
      )}
      {next && (
        <Link className={`${styles.neighbour} ${styles.next}`} to={next.to} title={next.name}>
          <VisuallyHidden>Next: </VisuallyHidden>
          <span>{next.name}</span>
          <ChevronRight aria-hidden />
        </Link>
      )}
    </nav>
  )
}
