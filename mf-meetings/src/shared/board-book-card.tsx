import type { BoardBook, BoardBookState } from '@portal/contract/board-books'
import { isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { quarterMappingsQuery } from '@portal/remote-kit/queries/mappings'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link } from '@portal/remote-kit/router'
import { openedFrom } from '@portal/remote-kit/opened-from'
import { openedHere } from '@portal/remote-kit/use-opened'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { DownloadLink } from '@portal/shared-ui/download-link'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Book, BookOpen, Printer, RefreshCw, Settings2 } from 'lucide-react'
import { useId, useRef, useState, type RefObject, useEffect, useEffectEvent } from 'react'
import { meetingsPaths } from '../meetings-paths.ts'
import {
  bookDocument,
  bookFailure,
  type BookOptions,
  useBoardBook,
  useTakeBook,
  wholeBook,
  bookContent,
  bookTitle,
  bookFacts,
  copyTaken,
  staleness,
  changesRefusal,
  dayIn,
} from './board-book.ts'
import { BoardBookProgress } from './board-book-progress.tsx'
import styles from './board-book.module.css'
import { EarlierBooks } from './earlier-books.tsx'
import { materialsOf } from './materials-of.ts'
import { useMeetingName } from './meeting-name.ts'
import { MembersBookCard } from './members-board-book.tsx'
import { origins } from './meeting-route.ts'
import { printState } from './print-on-arrival.ts'
import { canKeepReading, readingQuery } from '@portal/remote-kit/queries/reading'

type BoardBookCardProps = {
  meeting: MeetingRef
  /** The page with the card, to which closing the book returns. */
  on: 'agenda' | 'materials'
}

/** Makes, opens, downloads and prints a meeting's board book. Renders nothing if the meeting has no papers. */
export function BoardBookCard(props: BoardBookCardProps) {
  const { person } = usePortal()
  return person.viewsAs ? <MembersBookCard {...props} /> : <OwnBookCard {...props} />
}

function OwnBookCard({ meeting, on }: BoardBookCardProps) {
  const [options, setOptions] = useState(wholeBook)
  const [isOpen, setOpen] = useState(false)
  const whole = useBoardBook(meeting, wholeBook)
  const shown = useBoardBook(meeting, options)
  const card = useRef<HTMLElement>(null)
  const [heading, choices] = [useId(), useId()]
  const state = shown.query.data
  useFocusWhenReady(card, state?.state === 'ready')
  if (whole.isNothing) return null
  const step = { state: on === 'agenda' ? openedFrom(origins.agenda(meeting)) : openedHere }
  const isCurrent = state?.state === 'ready'

  return (
    <section ref={card} className={styles.place} aria-labelledby={heading} data-print="hide">
      <Card className={styles.card}>
        <div className={styles.head}>
          <Book aria-hidden className={styles.icon} />
          <div className={styles.words}>
            <h2 id={heading} className={styles.heading}>
              Board book
            </h2>
            <QueryPanel
              query={shown.query}
              failure={bookFailure}
              skeleton={<p className={styles.facts}>{'\u00A0'}</p>}
            >
              {({ book }) =>
                book ? (
                  <Facts meeting={meeting} book={book} options={options} isCurrent={isCurrent} />
                ) : (
                  <p className={styles.facts}>
                    All papers in one PDF, in the order of the agenda. It hasn’t been made yet.
                  </p>
                )
              }
            </QueryPanel>
          </div>
          <div className={styles.actions}>
            {state && !isCurrent && shown.failure === undefined && (
              <Button
                variant={state.book ? 'secondary' : 'primary'}
                icon={state.book ? <RefreshCw aria-hidden /> : <Book aria-hidden />}
                busy={shown.isMaking}
                onClick={shown.make}
              >
                {state.book ? (
                  'Update'
                ) : (
                  <span>
                    Make <span className={styles.rest}>the board book</span>
                  </span>
                )}
              </Button>
            )}
            {state?.book && (
              <Actions
                {...{ meeting, options, step }}
                book={state.book}
                copy={copyTaken(state, options, whole.query.data)}
              />
            )}
            {whole.query.data && (
              <Button
                variant="quiet"
                className={styles.choose}
                icon={<Settings2 aria-hidden />}
                title="Options"
                aria-expanded={isOpen}
                aria-controls={choices}
                onClick={() => setOpen(!isOpen)}
              >
                <span className={state?.book && styles.rest}>Options</span>
              </Button>
            )}
          </div>
        </div>
        <BoardBookProgress shown={shown} state={state} />
        <div id={choices} hidden={!isOpen}>
          {isOpen && whole.query.data && (
            <>
              <BoardBookOptions
                meeting={meeting}
                state={whole.query.data}
                options={options}
                onChange={setOptions}
              />
              <EarlierBooks meeting={meeting} earlier={whole.query.data.earlier} step={step} />
            </>
          )}
        </div>
      </Card>
    </section>
  )
}

type FactsProps = { meeting: MeetingRef; book: BoardBook; options: BookOptions; isCurrent: boolean }

function Facts({ meeting, book, options, isCurrent }: FactsProps) {
  const { call, config } = usePortal()
  const { data: mappings } = useQuery(quarterMappingsQuery(call, meeting))
  return (
    <>
      <p className={styles.facts}>
        {isCurrent && `${bookContent(book, options)} · `}
        {bookFacts(book, config.foundation.timeZone)}
      </p>
      {!isCurrent && mappings && (
        <p className={styles.stale}>{staleness(book, materialsOf(mappings, meeting), options)}</p>
      )}
    </>
  )
}

type ActionsProps = {
  meeting: MeetingRef
  book: BoardBook
  options: BookOptions
  step: { state: object }
  /** The book that becomes the reader's copy when they download this one. */
  copy: string | undefined
}

function Actions({ meeting, book, options, step, copy }: ActionsProps) {
  const take = useTakeBook(meeting)
  const to = meetingsPaths.boardBook(meeting, options)
  const title = bookTitle(useMeetingName(meeting), options, {
    isOfQuarter: isQuarterly(meeting),
  })
  const ofBook = <VisuallyHidden> the board book</VisuallyHidden>
  return (
    <>
      <Link to={to} {...step} className={buttonStyle('secondary')} data-first>
        <BookOpen aria-hidden /> <span>Open{ofBook}</span>
      </Link>
      <DownloadLink {...bookDocument(meeting, book, title)} onDownload={() => copy && take(copy)}>
        <span>Download{ofBook}</span>
      </DownloadLink>
      <Link to={to} state={{ ...step.state, ...printState }} className={buttonStyle('secondary')}>
        <Printer aria-hidden /> <span>Print{ofBook}</span>
      </Link>
    </>
  )
}

/**
 * Moves the focus to the first action, marked with `data-first`, when something becomes ready and the button that made
 * it disappears, if the reader's focus is still there.
 */
function useFocusWhenReady(place: RefObject<HTMLElement | null>, isReady: boolean): void {
  const had = useRef(false)
  const moveOn = useEffectEvent(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (had.current && isLost) place.current?.querySelector<HTMLElement>('[data-first]')?.focus()
  })
  useEffect(() => {
    const element = place.current
    const note = () => (had.current = element?.contains(document.activeElement) ?? false)
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [place])
  useEffect(() => {
    if (isReady) moveOn()
  }, [isReady])
}

type BoardBookOptionsProps = {
  meeting: MeetingRef
  /** The state of the whole book. */
  state: BoardBookState
  options: BookOptions
  onChange: (options: BookOptions) => void
}

/** Chooses what a personal book contains, and explains the reader's copy. */
function BoardBookOptions({ meeting, state, options, onChange }: BoardBookOptionsProps) {
  const { call, config, person } = usePortal()
  const isKept = canKeepReading(person)
  const reading = useQuery({ ...readingQuery(call, meeting), enabled: isKept }).data
  const { copy } = state
  const refusal = isKept && !reading ? undefined : changesRefusal(state, reading)
  const ofCopy =
    copy && `Your copy: book ${copy.number}, of ${dayIn(copy.takenAt, config.foundation.timeZone)}.`
  return (
    <fieldset className={styles.options}>
      <legend className={styles.legend}>Your own book</legend>
      <Option
        label="With my notes"
        hint={
          isKept
            ? 'Your highlights and notes, where you made them. Nobody else can open this book.'
            : 'This view of the portal has no notes.'
        }
        checked={options.notes}
        disabled={!isKept}
        onChange={(notes) => onChange({ ...options, notes })}
      />
      <Option
        label="Only what changed since my copy"
        hint={[ofCopy, refusal].filter(Boolean).join(' ')}
        checked={options.changes}
        disabled={refusal !== undefined && !options.changes}
        onChange={(changes) => onChange({ ...options, changes })}
      />
      {reading?.isOn && (
        <p className={styles.hint}>
          The whole book that you open or download is your copy. Next time you can get only what
          changed since this copy. Nobody else can see which one you have.
        </p>
      )}
    </fieldset>
  )
}

type OptionProps = {
  label: string
  hint: string
  checked: boolean
  disabled: boolean
  onChange: (checked: boolean) => void
}

function Option({ label, hint, checked, disabled, onChange }: OptionProps) {
  const id = useId()
  return (
    <div>
      <label className={styles.option}>
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-describedby={id}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      <p id={id} className={styles.optionHint}>
        {hint}
      </p>
    </div>
  )
}
