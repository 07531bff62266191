import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist'
import { useEffect, useRef } from 'react'
import styles from './side-panel.module.css'

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

type ThumbnailPainter = {
  watch: (canvas: HTMLCanvasElement) => void
  stop: () => void
}

/** In CSS pixels. */
const width = 128

/** Renders thumbnails one by one while they are near the viewport, and releases the others. */
function createThumbnailPainter(pdf: PDFDocumentProxy, rotation: number): ThumbnailPainter {
  const waiting = new Set<HTMLCanvasElement>()
  let task: RenderTask | undefined
  let busy = false
  let stopped = false

  const paintNext = async (): Promise<void> => {
    if (busy || stopped) return
    const canvas = waiting.values().next().value
    if (!canvas) return
    busy = true
    waiting.delete(canvas)
    try {
      await paint(canvas)
    } catch {
      // A page that can't be rendered stays blank; the viewer itself shows the error.
    }
    busy = false
    await paintNext()
  }
  const paint = async (canvas: HTMLCanvasElement): Promise<void> => {
    const page = await pdf.getPage(Number(canvas.dataset['page']))
    if (stopped) return
    const angle = (page.rotate + rotation) % 360
    const base = page.getViewport({ scale: 1, rotation: angle })
    const density = Math.min(globalThis.devicePixelRatio || 1, 2)
    const viewport = page.getViewport({ scale: (width * density) / base.width, rotation: angle })
    canvas.width = Math.floor(viewport.width)
    canvas.height = Math.floor(viewport.height)
    task = page.render({ canvas, viewport })
    await task.promise
  }
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        const canvas = target as HTMLCanvasElement
        if (isIntersecting && canvas.width === 0) waiting.add(canvas)
        if (!isIntersecting) {
          waiting.delete(canvas)
          canvas.width = 0
          canvas.height = 0
        }
      }
      void paintNext()
    },
    { rootMargin: '400px 0px' },
  )
  return {
    watch(canvas) {
      canvas.width = 0
      canvas.height = 0
      observer.observe(canvas)
    },
    stop() {
      stopped = true
      observer.disconnect()
      waiting.clear()
      task?.cancel()
    },
  }
}
