import { useLocation } from '@portal/remote-kit/router'
import { type RefObject, useEffect } from 'react'
import { matchPapersId } from '../../admin-paths.ts'
import { focusOnceDrawn } from '../../shared/focus-once-drawn.ts'
import styles from './match-papers.module.css'

/** The panel's heading; a link that leads to it gives it the focus. */
export function MatchHeading({ ref }: { ref: RefObject<HTMLHeadingElement | null> }) {
  const location = useLocation()
  useEffect(() => {
    if (location.hash === `#${matchPapersId}`) focusOnceDrawn(location.hash)
  }, [location])
  return (
    <h2 id={matchPapersId} ref={ref} tabIndex={-1} className={styles.title}>
      Match papers
    </h2>
  )
}
