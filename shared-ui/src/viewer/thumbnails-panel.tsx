import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef } from 'react'
import styles from './side-panel.module.css'
import { createThumbnailPainter } from './thumbnail-painter.ts'

type ThumbnailsPanelProps = {
  document: PDFDocumentProxy
  page: number
  pages: number
  rotation: number
  onGo: (page: number) => void
}

/** Thumbnails of all pages; only visible ones are rendered. */
export function ThumbnailsPanel({ document, page, pages, rotation, onGo }: ThumbnailsPanelProps) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const painter = createThumbnailPainter(document, rotation)
    for (const canvas of list.current?.querySelectorAll('canvas') ?? []) painter.watch(canvas)
    return painter.stop
  }, [document, rotation])
  useEffect(() => {
    list.current?.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [page])
  return (
    <ol ref={list} className={styles.thumbnails}>
      {Array.from({ length: pages }, (_, index) => index + 1).map((number) => (
        <li key={number}>
          <button
            type="button"
            className={styles.thumbnail}
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onGo(number)}
          >
            <canvas data-page={number} width={0} height={0} aria-hidden="true" />
            <span aria-hidden="true">{number}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
