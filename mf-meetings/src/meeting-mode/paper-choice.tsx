import { isolated } from '@portal/domain/shown-text'
import { pagesInWords } from '@portal/domain/item-papers'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { Button } from '@portal/shared-ui/button'
import { PaperKindIcon } from '@portal/shared-ui/paper-picture'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { ChevronDown, Info, NotebookPen } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { MeetingLink } from './meeting-links.tsx'
import { chosenInMeeting } from './meeting-paths.ts'
import styles from './paper-choice.module.css'
import type { ItemContent, ShownContent } from './shown-content.ts'

type PaperChoiceProps = {
  meeting: MeetingRef
  /** The item's id. */
  item: string
  content: ItemContent
}

/** Says which of an item's papers is open, and switches to another one, to the reader's notes or to what it is about. */
export function PaperChoice({ meeting, item, content }: PaperChoiceProps) {
  const { papers, hasNotes, shown, paper } = content
  const [isOpen, setOpen] = useState(false)
  const nav = useRef<HTMLElement>(null)
  const id = useId()

  const toggle = () => {
    flushSync(() => setOpen(!isOpen))
    nav.current?.querySelector<HTMLElement>('a[aria-current]')?.focus()
  }
  const closeWhenLeft = (event: FocusEvent) => {
    if (!nav.current?.contains(event.relatedTarget)) setOpen(false)
  }
  const closeWithEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    setOpen(false)
    nav.current?.querySelector('button')?.focus()
  }
  const choice = (show: ShownContent, face: ReactNode) => (
    <li key={show}>
      <MeetingLink
        to={chosenInMeeting(meeting, { item, show })}
        className={styles.choice}
        aria-current={show === shown ? 'true' : undefined}
        onClick={() => setOpen(false)}
      >
        {face}
      </MeetingLink>
    </li>
  )
  const place = paper && papers.length > 1 ? `${papers.indexOf(paper) + 1} of ${papers.length}` : ''
  return (
    // The parts have the focus and handle the keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <nav
      ref={nav}
      aria-label="Papers of this item"
      className={styles.nav}
      onBlur={closeWhenLeft}
      onKeyDown={closeWithEscape}
      data-print="hide"
    >
      <Button
        variant="quiet"
        className={styles.shown}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        <ShownFace content={content} />
        <span className={styles.word} aria-hidden="true">
          Papers
        </span>
        {place && <span className={styles.place}>{place}</span>}
        <VisuallyHidden>, choose another paper</VisuallyHidden>
        <ChevronDown aria-hidden />
      </Button>
      {/* A press between the rows keeps the focus inside. */}
      <ul id={id} className={styles.choices} hidden={!isOpen} tabIndex={-1}>
        {papers.map(({ type, name, kind, pages }) =>
          choice(
            type,
            <>
              <PaperKindIcon kind={kind} />
              <span>
                {isolated(name)}
                <Pages pages={pages} />
              </span>
            </>,
          ),
        )}
        {hasNotes &&
          choice(
            'notes',
            <>
              <NotebookPen aria-hidden /> My notes
            </>,
          )}
        {choice(
          'about',
          <>
            <Info aria-hidden /> About this item
          </>,
        )}
      </ul>
    </nav>
  )
}

function ShownFace({ content: { shown, paper } }: { content: ItemContent }) {
  if (paper) {
    return (
      <>
        <PaperKindIcon kind={paper.kind} />
        <span className={styles.name}>
          {isolated(paper.name)}
          <Pages pages={paper.pages} />
        </span>
      </>
    )
  }
  return (
    <>
      {shown === 'notes' ? <NotebookPen aria-hidden /> : <Info aria-hidden />}
      <span className={styles.name}>{shown === 'notes' ? 'My notes' : 'About this item'}</span>
    </>
  )
}

function Pages({ pages }: { pages: string | undefined }) {
  const words = pagesInWords(pages)
  return words && <span className={styles.pages}>, {words}</span>
}
