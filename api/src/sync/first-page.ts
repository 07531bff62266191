import { startWorkerThread } from '../worker-thread.ts'

/** Pixels from the top left, four bytes each; the fourth is not used. */
export type Bitmap = { width: number; height: number; pixels: Uint8Array }

/** `page` is from 1. */
export type PageToDraw = { path: string; page: number }

/** What the worker answers; without a bitmap if the file is encrypted or broken. */
export type DrawnPage = { bitmap?: Bitmap | undefined }

export type FirstPageRenderer = {
  /** Draws a page, the first by default, of the PDF at `path`, 640 px wide. Undefined if it can’t be drawn. */
  draw: (path: string, page?: number) => Promise<Bitmap | undefined>
  stop: () => Promise<void>
}

type Options = {
  /** Timeout in ms; a page usually takes some milliseconds. */
  timeout?: number
  memoryMb?: number
}

/** Starts the worker thread that draws first pages. A page over its limits has no picture. */
export function startFirstPageRenderer({
  timeout = 30_000,
  memoryMb = 384,
}: Options = {}): FirstPageRenderer {
  const thread = startWorkerThread<PageToDraw, DrawnPage>(
    new URL('./first-page-worker.ts', import.meta.url),
    { timeout, memoryMb, jobsPerWorker: 25 },
  )
  return {
    stop: thread.stop,
    draw: async (path, page = 1) => (await thread.ask({ path, page }))?.bitmap,
  }
}
