import { pagesInWords } from '@portal/domain/item-papers'
import type { Quarter } from '@portal/domain/quarter'
import { PaperKindIcon } from '@portal/shared-ui/paper-picture'
import { NotebookPen } from 'lucide-react'
import type { ReactNode } from 'react'
import { MeetingLink } from './meeting-link.tsx'
import { chosenInMeeting } from './meeting-paths.ts'
import styles from './paper-choice.module.css'
import type { ItemMaterial, ShownContent } from './shown-content.ts'

type PaperChoiceProps = {
  quarter: Quarter
  /** The item's id. */
  item: string
  papers: ItemMaterial[]
  /** Whether the reader may have notes on them. */
  hasNotes: boolean
  shown: ShownContent | undefined
}

/** Switches between an item's papers and the reader's notes on them. */
export function PaperChoice({ quarter, item, papers, hasNotes, shown }: PaperChoiceProps) {
  if (papers.length === 0) return null
  const choice = (show: ShownContent, face: ReactNode) => (
    <MeetingLink
      to={chosenInMeeting(quarter, { item, show })}
      className={styles.choice}
      aria-current={show === shown ? 'true' : undefined}
    >
      {face}
    </MeetingLink>
  )
  return (
    <nav aria-label="Papers of this item" data-print="hide">
      <ul className={styles.choices}>
        {papers.map(({ type, name, kind, pages }) => {
          const words = pagesInWords(pages)
          const face = (
            <>
              <PaperKindIcon kind={kind} />
              <span>
                {name}
                {words && <span className={styles.pages}>, {words}</span>}
              </span>
            </>
          )
          return <li key={type}>{choice(type, face)}</li>
        })}
        {hasNotes && (
          <li>
            {choice(
              'notes',
              <>
                <NotebookPen aria-hidden /> My notes
              </>,
            )}
          </li>
        )}
      </ul>
    </nav>
  )
}
