import { startWorkerThread } from '../background/worker-thread.ts'
import type { Bitmap } from './picture-difference.ts'

/** `page` is from 1. */
export type PageToDraw = { path: string; page: number }

/** `without`: texts of the page that are left out, because they were compared by their words. */
export type PageToCompare = PageToDraw & { without: readonly string[] }

export type PagesToCompare = { older: PageToCompare; newer: PageToCompare }

/** `typesetAgain`: the same letters are at other places. */
export type PagesLook = 'same' | 'different' | 'typesetAgain'

/** What the worker answers; without a bitmap if the file is encrypted or broken. */
export type DrawnPage = { bitmap?: Bitmap | undefined }

/** Without a look if the pages can't be compared. */
export type ComparedPages = { look?: PagesLook | undefined }

export type FirstPageRenderer = {
  /** Draws a page, the first by default, of the PDF at `path`, 640 px wide. Undefined if it can’t be drawn. */
  draw: (path: string, page?: number) => Promise<Bitmap | undefined>
  /** Compares two pages as they look, with their form fields and annotations. Undefined if they can’t be compared. */
  compare: (pages: PagesToCompare) => Promise<PagesLook | undefined>
  stop: () => Promise<void>
}

type Options = {
  /** Timeout in ms; a page usually takes some milliseconds. */
  timeout?: number
  memoryMb?: number
}

/** Starts the worker thread that draws and compares pages. A page over its limits has no picture. */
export function startFirstPageRenderer({
  timeout = 30_000,
  memoryMb = 384,
}: Options = {}): FirstPageRenderer {
  const thread = startWorkerThread<PageToDraw | PagesToCompare, DrawnPage & ComparedPages>(
    new URL('./first-page-worker.ts', import.meta.url),
    { timeout, memoryMb, jobsPerWorker: 25 },
  )
  return {
    stop: thread.stop,
    draw: async (path, page = 1) => (await thread.ask({ path, page }))?.bitmap,
    compare: async (pages) => (await thread.ask(pages))?.look,
  }
}
