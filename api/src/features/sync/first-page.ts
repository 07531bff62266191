import type { Caller, HeavyWork, WorkerKind } from '../../platform/background/heavy-work.ts'
import type { Bitmap } from './picture-difference.ts'

/** `page` is from 1. */
export type PageOfFile = { path: string; page: number }

/** `width` is in px. */
export type PageToDraw = PageOfFile & { width: number }

/** `without`: texts of the page that are left out, because they were compared by their words. */
export type PageToCompare = PageOfFile & { without: readonly string[] }

export type PagesToCompare = { older: PageToCompare; newer: PageToCompare }

/** `typesetAgain`: the same letters are at other places. */
export type PagesLook = 'same' | 'different' | 'typesetAgain'

/** What the worker answers; without a bitmap if the file is encrypted or broken. */
export type DrawnPage = { bitmap?: Bitmap | undefined }

/** Without a look if the pages can't be compared. */
export type ComparedPages = { look?: PagesLook | undefined }

/** How wide a page is drawn, in px. */
export const pageWidth = 640

export type PageRenderer = {
  /** Draws a page, the first by default, of the PDF at `path`, 640 px wide. Undefined if it can’t be drawn. */
  draw: (path: string, page?: number) => Promise<Bitmap | undefined>
  /** Compares two pages as they look, with their form fields and annotations. Undefined if they can’t be compared. */
  compare: (pages: PagesToCompare) => Promise<PagesLook | undefined>
}

/** Draws and compares pages, which usually takes some milliseconds. A page over its limits has no picture. */
export const pageWorker: WorkerKind<PageToDraw | PagesToCompare, DrawnPage & ComparedPages> = {
  name: 'pictures',
  script: new URL('./first-page-worker.ts', import.meta.url),
  length: 'long',
  timeout: 30_000,
  memoryMb: 384,
  jobsPerWorker: 25,
  idleTime: 10_000,
  longestWait: 25_000,
}

/** Takes a turn for each page. */
export function createPageRenderer(
  heavyWork: Pick<HeavyWork, 'run'>,
  caller: Caller,
  kind = pageWorker,
): PageRenderer {
  const answer = (job: PageToDraw | PagesToCompare) =>
    heavyWork.run(kind, caller, ({ ask }) => ask(job))
  return {
    draw: async (path, page = 1) => (await answer({ path, page, width: pageWidth }))?.bitmap,
    compare: async (pages) => (await answer(pages))?.look,
  }
}
