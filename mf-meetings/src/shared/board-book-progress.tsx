import type { BoardBookState } from '@portal/contract/board-books'
import { Button } from '@portal/shared-ui/button'
import { ProgressBar } from '@portal/shared-ui/progress-bar'
import { Status } from '@portal/shared-ui/status'
import { CircleAlert, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { type ShownBook, progressText } from './board-book.ts'

import styles from './board-book.module.css'

type BoardBookProgressProps = {
  shown: ShownBook
  /** The last known state. */
  state: BoardBookState | undefined
  /** Leaves out the hint that the reader may leave the page. */
  isBrief?: boolean
}

/** The progress of a book, or why it couldn't be made. Both are announced, and so is the finished book. */
export function BoardBookProgress({ shown, state, isBrief = false }: BoardBookProgressProps) {
  const { isMaking, failure, make } = shown
  const [wasMaking, setWasMaking] = useState(false)
  if (isMaking && !wasMaking) setWasMaking(true)
  const { done = 0, total = 0 } = state?.progress ?? {}
  const text = progressText(state?.progress)
  const isDone = wasMaking && state?.state === 'ready'
  return (
    <>
      <Status text={isMaking ? text : isDone ? 'The board book is ready.' : ''} />
      {isMaking && (
        <div className={styles.progress}>
          <ProgressBar label={text} value={total > 0 ? done / total : undefined} />
          {!isBrief && (
            <p className={styles.hint}>You can leave this page. The book is made anyway.</p>
          )}
        </div>
      )}
      <div role="alert" className={styles.alert}>
        {failure !== undefined && !isMaking && (
          <>
            <CircleAlert aria-hidden />
            <p>{failure}</p>
            <Button icon={<RefreshCw aria-hidden />} onClick={make}>
              Try Again
            </Button>
          </>
        )}
      </div>
    </>
  )
}
