import { elsewhereSentences, isShownElsewhere } from '@portal/domain/paper-problem'
import { isolated } from '@portal/domain/shown-text'
import { clsx } from 'clsx'
import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { ErrorPanel } from './error-panel.tsx'
import { Skeleton } from './skeleton.tsx'
import styles from './document-viewer.module.css'
import { EndOfPaper } from './viewer/end-of-paper.tsx'
import { failureOf, isRefused, type LoadFailure, failureMessage } from './viewer/load-failure.ts'
import { paperKindWords } from './paper-kind.ts'
import { openSource, type Opening } from './viewer/range-source.ts'
import { loadPdfjs } from './viewer/pdfjs.ts'
import { useLoaded } from './use-loaded.ts'
import type { OpenedFind } from './viewer/opened-find.ts'
import { OpeningPicture, opensAtStart, ToolbarSpace } from './viewer/opening-picture.tsx'
import type { ShownChanges } from './viewer/shown-changes.ts'
import { inFractions, type ShownNotes } from './viewer/shown-notes.ts'
import type { OnSeen } from './viewer/use-seen-pages.ts'
import {
  fileUrl,
  isReadable,
  sourceUrls,
  type ViewerDocument,
  safeLink,
  typeName,
} from './viewer/viewer-document.ts'
import { ExternalLink, File } from 'lucide-react'
import { buttonStyle } from './button.tsx'
import { DownloadLink } from './download-link.tsx'
import panelStyles from './viewer/panels.module.css'
import { useBackOnline, useOnline } from './use-online.ts'

type DocumentViewerProps = {
  document: ViewerDocument
  /** A CSS height; `100%` inside a dialog. */
  height?: string | undefined
  /** Removes the frame, for a dialog that the viewer fills. */
  flush?: boolean | undefined
  /** The page to open, from 1; by default the last one read. */
  page?: number | undefined
  /** What changed in it, marked in its pages. */
  changes?: ShownChanges | undefined
  /** The reader's own notes on it. */
  notes?: ShownNotes | undefined
  /** What is found and marked in it, from `page` on. */
  find?: OpenedFind | undefined
  /** Called about once a second with the pages that the reader sees, while they look. */
  onSeen?: OnSeen | undefined
  /** Called with the page that the reader has reached, from 1. */
  onPage?: ((page: number) => void) | undefined
  /** Prints it once it is open, or asks which pages if there are many. */
  prints?: boolean | undefined
  /** Called when the server refuses the document or its other pages: it was removed, or its reader may not read it. */
  onRefused?: (() => void) | undefined
}

/** The portal's document viewer. pdf.js is loaded with the first PDF, in parallel with the file. */
export function DocumentViewer({
  document,
  height = '75dvh',
  flush = false,
  page,
  changes,
  notes,
  find,
  onSeen,
  onPage,
  prints,
  onRefused,
}: DocumentViewerProps) {
  return (
    <>
      <section
        className={clsx(styles.viewer, flush && styles.flush)}
        style={{ blockSize: height }}
        aria-label={document.name || 'Document'}
      >
        <Content
          {...{ document, page, changes, find, onSeen, onPage, prints, onRefused }}
          notes={notes && inFractions(notes)}
        />
      </section>
      {/* The browser's menu prints the page around the paper. */}
      <p className={styles.printed}>
        To print “{isolated(document.name)}”, press Print in its toolbar, or Ctrl P (⌘ P on a Mac).
      </p>
    </>
  )
}

type ContentProps = Omit<DocumentViewerProps, 'height' | 'flush'>

function Content(props: ContentProps) {
  const { document, page } = props
  const [attempt, setAttempt] = useState(0)
  if (!document.id) {
    return (
      <div className={styles.waiting}>
        <ErrorPanel sentence="Error Loading Document">
          <p>No document ID provided</p>
        </ErrorPanel>
      </div>
    )
  }
  if (!isReadable(document)) return <OtherFilePanel document={document} />
  const onRetry = () => setAttempt(attempt + 1)
  const key = `${document.id} ${fileUrl(document)} ${page ?? ''} ${attempt}`
  return <PdfContent key={key} {...props} onRetry={onRetry} />
}

let hasBegun = false

/** Starts loading the engine in parallel with the pane that needs it. A page may call it ahead of time. */
export function loadViewer() {
  hasBegun = true
  loadPdfjs().catch(() => undefined)
  return import('./viewer/pdf-pane.tsx')
}

/**
 * How long the viewer's code, twenty times larger, waits at most for the picture, in ms. On a slow connection they would
 * share it.
 */
const pictureLead = 1000

type PdfContentProps = ContentProps & {
  /** Starts again from the beginning: bytes, pane and engine. */
  onRetry: () => void
}

function PdfContent({ onRetry, ...content }: PdfContentProps) {
  const { document, page } = content
  const [opening, setOpening] = useState<Opening>()
  const [picture] = useState(() =>
    opensAtStart(document.id, page) ? document.firstPage : undefined,
  )
  const [mayLoad, allowLoading] = useReducer(() => true, hasBegun || picture === undefined)
  const pane = useLoaded(mayLoad ? loadViewer : undefined)
  useEffect(() => {
    if (mayLoad) return undefined
    const timer = setTimeout(allowLoading, pictureLead)
    return () => clearTimeout(timer)
  }, [mayLoad])
  const [failure, setFailure] = useState<LoadFailure>()

  const openDocument = useEffectEvent((signal: AbortSignal) =>
    openSource(sourceUrls(document), { signal }),
  )
  // Another document is another `PdfContent`.
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const source = openDocument(signal)
    source.catch((error: unknown) => {
      if (!signal.aborted) setFailure(failureOf(error))
    })
    // This effect starts the request, and passes it to the pane right away.
    // oxlint-disable-next-line react/set-state-in-effect
    setOpening({ source, signal })
    return () => controller.abort()
  }, [])

  const wasRefused = failure !== undefined && isRefused(failure)
  const tellRefused = useEffectEvent(() => content.onRefused?.())
  useEffect(() => {
    if (wasRefused) tellRefused()
  }, [wasRefused])

  const shown = failure ?? (pane.error === undefined ? undefined : { kind: 'unloadable' as const })
  if (shown) return <LoadFailurePanel failure={shown} document={document} onRetry={onRetry} />
  if (!pane.value || !opening) {
    if (picture) {
      return (
        <>
          <ToolbarSpace />
          <div className={styles.first}>
            <OpeningPicture name={document.name} firstPage={picture} onSettled={allowLoading} />
          </div>
        </>
      )
    }
    return (
      <div className={styles.waiting}>
        <Skeleton height="100%" label={`Loading ${isolated(document.name)}`} />
      </div>
    )
  }
  const { PdfPane } = pane.value
  const onReopen = () => {
    // What is known of the document is older than the file, too.
    content.onRefused?.()
    onRetry()
  }
  return <PdfPane {...content} {...{ picture, opening, onReopen }} onFailure={setFailure} />
}

/** Shown for a file that the viewer can't display: its type, and a download. */
export function OtherFilePanel({ document }: { document: ViewerDocument }) {
  const { mimeType, condition } = document
  const isElsewhere = isShownElsewhere(condition)
  const preview = safeLink(document.webViewLink)
  return (
    <div className={panelStyles.center}>
      <div className={panelStyles.file}>
        <File aria-hidden="true" className={panelStyles.fileIcon} />
        <p className={panelStyles.name}>{document.name}</p>
        <p className={panelStyles.soft}>
          {isElsewhere ? paperKindWords[condition] : typeName(mimeType)}
        </p>
        <p>
          {isElsewhere
            ? elsewhereSentences[condition]
            : 'This kind of file opens in its own program on your device.'}
        </p>
        <div className={panelStyles.actions}>
          <DownloadLink {...document} />
          {preview ? (
            <a className={buttonStyle()} href={preview} target="_blank" rel="noopener noreferrer">
              <ExternalLink aria-hidden="true" />
              Open in New Tab
            </a>
          ) : null}
        </div>
        <EndOfPaper name={document.name} />
      </div>
    </div>
  )
}

type LoadFailurePanelProps = {
  failure: LoadFailure
  document: ViewerDocument
  onRetry: () => void
}

/** Shown for a document that can't be displayed: the reason, and what to do. */
export function LoadFailurePanel({ failure, document, onRetry }: LoadFailurePanelProps) {
  const online = useOnline()
  // A missing or damaged document won't load when the connection comes back.
  const mayPass = failure.kind === 'offline' || failure.kind === 'unloadable'
  useBackOnline(() => mayPass && onRetry())
  // Trying again won't bring back what is gone.
  const onTryAgain = failure.kind === 'missing' || failure.kind === 'gone' ? undefined : onRetry
  const preview = safeLink(document.webViewLink)
  const requestId = 'requestId' in failure ? failure.requestId : undefined
  const elsewhere = ['status', 'broken', 'damaged'].includes(failure.kind)
  // A file that is damaged on the server can't be downloaded either.
  const mayDownload = elsewhere && failure.kind !== 'damaged'
  return (
    <div className={panelStyles.center}>
      <ErrorPanel sentence="Error Loading Document" requestId={requestId} onRetry={onTryAgain}>
        <p>{failureMessage(failure, document.file ? document.name : document.id, online)}</p>
        {elsewhere && preview ? (
          <a className={buttonStyle()} href={preview} target="_blank" rel="noopener noreferrer">
            <ExternalLink aria-hidden="true" />
            Try Alternative Viewer
          </a>
        ) : null}
        {mayDownload && !preview ? (
          <>
            <p className={panelStyles.soft}>
              The file itself may still open in the viewer of your own device.
            </p>
            <DownloadLink {...document}>Try Alternative Viewer</DownloadLink>
          </>
        ) : null}
      </ErrorPanel>
      <EndOfPaper name={document.name} />
    </div>
  )
}
