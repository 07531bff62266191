import { useEffect, useState } from 'react'
import { ErrorPanel } from './error-panel.tsx'
import { Skeleton } from './skeleton.tsx'
import styles from './document-viewer.module.css'
import { failureOf, type LoadFailure } from './viewer/load-failure.ts'
import { LoadFailurePanel } from './viewer/load-failure-panel.tsx'
import { OtherFilePanel } from './viewer/other-file-panel.tsx'
import { openSource, type RangeSource } from './viewer/range-source.ts'
import { loadPdfjs } from './viewer/pdfjs.ts'
import { useLoaded } from './viewer/use-loaded.ts'
import { isReadable, readingUrl, type ViewerDocument } from './viewer/viewer-document.ts'

type DocumentViewerProps = {
  document: ViewerDocument
  /** A CSS height; `100%` inside a dialog. */
  height?: string | undefined
}

/** The portal's document viewer. pdf.js is loaded with the first PDF, while the PDF is on its way. */
export function DocumentViewer({ document, height = '75dvh' }: DocumentViewerProps) {
  return (
    <section
      className={styles.viewer}
      style={{ blockSize: height }}
      aria-label={document.name || 'Document'}
    >
      <Content document={document} />
    </section>
  )
}

function Content({ document }: { document: ViewerDocument }) {
  if (!document.id) return <ErrorPanel sentence="No document ID provided" />
  if (!isReadable(document)) return <OtherFilePanel document={document} />
  return <PdfContent key={document.id} document={document} />
}

/** The engine is started beside the pane that asks for it, not after it. */
function loadPane() {
  loadPdfjs().catch(() => undefined)
  return import('./viewer/pdf-pane.tsx')
}

/** A document under way: its bytes, and the signal that lets go of them. */
export type Opening = { source: Promise<RangeSource>; signal: AbortSignal }

function PdfContent({ document }: { document: ViewerDocument }) {
  const pane = useLoaded(loadPane)
  const [attempt, setAttempt] = useState(0)
  const [opening, setOpening] = useState<Opening>()
  const [failure, setFailure] = useState<LoadFailure>()
  const url = readingUrl(document.id)

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const source = openSource(url, { signal })
    source.catch((error: unknown) => signal.aborted || setFailure(failureOf(error)))
    setOpening({ source, signal })
    return () => controller.abort()
  }, [url, attempt])

  const shown = failure ?? (pane.error === undefined ? undefined : { kind: 'unloadable' as const })
  if (shown) {
    const retry = () => {
      setFailure(undefined)
      if (pane.error !== undefined) pane.retry()
      setAttempt((before) => before + 1)
    }
    return <LoadFailurePanel failure={shown} document={document} onRetry={retry} />
  }
  if (!pane.value || !opening) {
    return (
      <div className={styles.waiting}>
        <Skeleton height="100%" label={`Loading ${document.name}`} />
      </div>
    )
  }
  const { PdfPane } = pane.value
  return <PdfPane document={document} opening={opening} onFailure={setFailure} />
}
