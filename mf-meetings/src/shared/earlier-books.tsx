import type { BoardBookState } from '@portal/contract/board-books'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { Link } from '@portal/remote-kit/router'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { History } from 'lucide-react'
import { useState } from 'react'
import { meetingsPaths } from '../meetings-paths.ts'
import { bookFacts } from './board-book.ts'
import styles from './board-book.module.css'

type EarlierBooksProps = {
  meeting: MeetingRef
  earlier: BoardBookState['earlier']
  /** How opening a book changes the history. */
  step: { replace?: boolean; state: unknown }
}

/** A button that lists the meeting's earlier books. Renders nothing if there are none. */
export function EarlierBooks({ meeting, earlier, step }: EarlierBooksProps) {
  const { timeZone } = usePortal().config.foundation
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (earlier.length === 0) return null
  return (
    <>
      <Button variant="quiet" icon={<History aria-hidden />} onClick={() => setOpen(true)}>
        Earlier books
      </Button>
      <Dialog open={isOpen} onClose={close} title="Earlier board books">
        <ol className={styles.earlier}>
          {earlier.map(({ id, number, ...book }) => (
            <li key={id} className={styles.earlierBook}>
              <div className={styles.earlierWords}>
                <b>Book {number}</b>
                <span className={styles.hint}>{bookFacts(book, timeZone)}</span>
              </div>
              <Link
                to={meetingsPaths.boardBook(meeting, { number })}
                {...step}
                className={buttonStyle('quiet')}
                onClick={close}
              >
                Open<VisuallyHidden> book {number}</VisuallyHidden>
              </Link>
            </li>
          ))}
        </ol>
      </Dialog>
    </>
  )
}
