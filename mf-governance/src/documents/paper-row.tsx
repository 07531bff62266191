import type { PaperProblem } from '@portal/domain/paper-problem'
import { type Origin, openedFrom } from '@portal/remote-kit/opened-from'
import { Link } from '@portal/remote-kit/router'
import type { ReactNode } from 'react'
import { governancePaths } from '../governance-paths.ts'
import styles from './documents-screen.module.css'

type PaperRowProps = {
  /** The document's. */
  id: string
  problem: PaperProblem | undefined
  page?: number | undefined
  /** Where Back leads from the paper; by default to the list of documents. */
  origin?: Origin
  children: ReactNode
}

/** Opens the paper, unless it can't be opened. */
export function PaperRow({ id, problem, page, origin, children }: PaperRowProps) {
  if (problem) return <div className={styles.row}>{children}</div>
  return (
    <Link
      to={governancePaths.resource(id, { page })}
      state={origin && openedFrom(origin)}
      className={styles.row}
    >
      {children}
    </Link>
  )
}
