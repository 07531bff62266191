import type { FirstPage } from '@portal/contract/documents'
import { isolated } from '@portal/domain/shown-text'
import { useEffect, useEffectEvent, useRef, type FormEvent, useState } from 'react'
import { Skeleton } from '../skeleton.tsx'
import type { LoadFailure } from './load-failure.ts'
import styles from './pdf-pane.module.css'
import './pdf-pages.css'
import { EndOfPaper } from './end-of-paper.tsx'
import { OpeningPicture } from './opening-picture.tsx'
import { PdfControls } from './pdf-controls.tsx'
import type { OpenedFind } from './opened-find.ts'
import type { Opening } from './range-source.ts'
import type { ShownChanges } from './shown-changes.ts'
import type { ShownNotes } from './shown-notes.ts'
import { type OnSeen, useSeenPages } from './use-seen-pages.ts'
import { useReading } from './use-reading.ts'
import type { ViewerDocument } from './viewer-document.ts'
import { Button } from '../button.tsx'
import { useBackOnline } from '../use-online.ts'
import barStyles from './print-bar.module.css'
import { TextField } from '../field.tsx'
import formStyles from './panels.module.css'

type PdfPaneProps = {
  document: ViewerDocument
  /** Its first page, if it opens there. */
  picture?: FirstPage | undefined
  opening: Opening
  onFailure: (failure: LoadFailure) => void
  onRefused?: (() => void) | undefined
  /** Opens the document again, as it is now. */
  onReopen: () => void
  page?: number | undefined
  changes?: ShownChanges | undefined
  notes?: ShownNotes | undefined
  find?: OpenedFind | undefined
  onSeen?: OnSeen | undefined
  onPage?: ((page: number) => void) | undefined
  prints?: boolean | undefined
}

/** A PDF: its pages, and the controls around them once it is open. */
export function PdfPane(props: PdfPaneProps) {
  const {
    document,
    picture,
    opening,
    onFailure,
    onRefused,
    onReopen,
    page,
    changes,
    notes,
    find,
    onSeen,
    onPage,
    prints,
  } = props
  const root = useRef<HTMLDivElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const { reading, settled, drawn, question, retry, isRefused, isReplaced } = useReading(
    document.id,
    opening,
    container,
    onFailure,
    page,
  )
  const tellRefused = useEffectEvent(() => onRefused?.())
  useEffect(() => {
    if (isRefused) tellRefused()
  }, [isRefused])
  useSeenPages(settled ? reading : undefined, onSeen)
  return (
    <div ref={root} className={styles.pane} data-paper-keys>
      <PdfControls
        root={root}
        document={document}
        reading={settled ? reading : undefined}
        changes={changes}
        notes={notes}
        find={find}
        onPage={onPage}
        prints={prints}
      >
        {isRefused ? (
          <RefusedBar />
        ) : isReplaced ? (
          <ReplacedBar onReopen={onReopen} />
        ) : retry ? (
          <TroubleBar onRetry={retry} />
        ) : null}
        <div className={styles.stage}>
          <div
            ref={container}
            className={styles.pages}
            // The pages scroll, so they must be reachable by keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            role="region"
            aria-label={`Pages of ${isolated(document.name)}`}
          >
            <div className="pdfViewer" />
            {picture && !drawn && !question ? (
              <OpeningPicture
                name={document.name}
                firstPage={picture}
                isOpen={reading !== undefined}
              />
            ) : null}
            {settled ? <EndOfPaper name={document.name} /> : null}
          </div>
          {question ? (
            <div className={styles.cover}>
              <PasswordForm wrong={question.wrong} onAnswer={question.answer} />
            </div>
          ) : null}
          {!reading && !question && !picture ? (
            <div className={styles.cover}>
              <div className={styles.sheet}>
                <Skeleton height="100%" label={`Loading ${isolated(document.name)}`} />
              </div>
            </div>
          ) : null}
        </div>
      </PdfControls>
    </div>
  )
}

/** Shown over an open document when some of its pages can't be loaded. */
export function TroubleBar({ onRetry }: { onRetry: () => void }) {
  useBackOnline(onRetry)
  return (
    <div className={barStyles.bar} role="alert">
      <p>Some pages could not be loaded. Please check your connection and try again.</p>
      <Button onClick={onRetry}>Try Again</Button>
    </div>
  )
}

/** Shown over an open document when the server refuses its other pages. */
export function RefusedBar() {
  return (
    <div className={barStyles.bar} role="alert">
      <p>You can’t read the rest of this document any more.</p>
    </div>
  )
}

/** Shown over an open document that was replaced: its other pages can't be loaded any more. */
export function ReplacedBar({ onReopen }: { onReopen: () => void }) {
  return (
    <div className={barStyles.bar} role="alert">
      <p>A newer version of this document is in its place. Open it to read on.</p>
      <Button onClick={onReopen}>Open the newer version</Button>
    </div>
  )
}

type PasswordFormProps = { wrong: boolean; onAnswer: (password: string) => void }

/** Asks for the password of a protected document, in the document's place. */
export function PasswordForm({ wrong, onAnswer }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password) onAnswer(password)
  }
  return (
    <div className={formStyles.center}>
      <form className={formStyles.password} onSubmit={submit}>
        <p className={formStyles.name}>This document is protected</p>
        <p>Enter the document’s own password. It is not your portal password.</p>
        <TextField
          label="Document password"
          type="password"
          name="document-password"
          autoComplete="off"
          value={password}
          onChange={setPassword}
          error={wrong ? 'That password does not open this document.' : undefined}
        />
        <Button variant="primary" type="submit">
          Open document
        </Button>
      </form>
    </div>
  )
}
