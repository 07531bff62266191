import { isolated } from '@portal/domain/shown-text'
import { useRef } from 'react'
import { Skeleton } from '../skeleton.tsx'
import type { LoadFailure } from './load-failure.ts'
import { PasswordForm } from './password-form.tsx'
import styles from './pdf-pane.module.css'
import './pdf-pages.css'
import { PdfControls } from './pdf-controls.tsx'
import type { OpenedFind } from './opened-find.ts'
import type { Opening } from './range-source.ts'
import type { ShownChanges } from './shown-changes.ts'
import type { ShownNotes } from './shown-notes.ts'
import { TroubleBar } from './trouble-bar.tsx'
import { type OnSeen, useSeenPages } from './use-seen-pages.ts'
import { useReading } from './use-reading.ts'
import type { ViewerDocument } from './viewer-document.ts'

type PdfPaneProps = {
  document: ViewerDocument
  opening: Opening
  onFailure: (failure: LoadFailure) => void
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
  const { document, opening, onFailure, page, changes, notes, find, onSeen, onPage, prints } = props
  const root = useRef<HTMLDivElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const { reading, settled, question, retry } = useReading(
    document.id,
    opening,
    container,
    onFailure,
    page,
  )
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
        {retry ? <TroubleBar onRetry={retry} /> : null}
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
          </div>
          {question ? (
            <div className={styles.cover}>
              <PasswordForm wrong={question.wrong} onAnswer={question.answer} />
            </div>
          ) : null}
          {!reading && !question ? (
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
