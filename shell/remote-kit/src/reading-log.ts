import { type Call, isApiError } from '@portal/contract/client'
import { readingLimits, type ReadPaper, reportReading } from '@portal/contract/reading'

/** One version of a paper. */
type Paper = { documentId: string; version: number }

/** What a person has read in this tab, until the API has received it. */
export type ReadingLog = {
  /** Adds the seconds that pages, from 1, have been on the screen. */
  add: (paper: Paper, pages: readonly number[], seconds: number) => void
  /**
   * * Sends what hasn't been sent; what the API doesn't receive is sent the next time. Resolves with whether anything
   * was sent.
   */
  send: () => Promise<boolean>
}

type Seen = Paper & {
  /** Seconds since the tab was opened, by page. */
  pages: Map<number, number>
  unsent: Set<number>
}

const logs = new WeakMap<Call, ReadingLog>()

/** The tab's log; each session has its own. */
export function readingLogOf(call: Call): ReadingLog {
  const known = logs.get(call)
  if (known) return known
  const made = createReadingLog(call)
  logs.set(call, made)
  return made
}

/** Sent reports are merged by the longest time of each page, so one that arrives twice changes nothing. */
export function createReadingLog(call: Call): ReadingLog {
  const papers = new Map<string, Seen>()
  let sending: Promise<boolean> | undefined

  const sendAll = async (): Promise<boolean> => {
    let isSent = false
    for (let report = nextReport(papers); report.length > 0; report = nextReport(papers)) {
      const pages = report.map(({ seen, pages: numbers }) => ({ seen, numbers }))
      for (const { seen, numbers } of pages) for (const page of numbers) seen.unsent.delete(page)
      try {
        await sendParts(call, report)
        isSent = true
      } catch (error) {
        for (const { seen, numbers } of pages) for (const page of numbers) seen.unsent.add(page)
        throw error
      }
    }
    return isSent
  }

  return {
    add({ documentId, version }, pages, seconds) {
      const key = `${version} ${documentId}`
      const seen = papers.get(key) ?? { documentId, version, pages: new Map(), unsent: new Set() }
      papers.set(key, seen)
      for (const page of pages) {
        seen.pages.set(page, (seen.pages.get(page) ?? 0) + seconds)
        seen.unsent.add(page)
      }
    },
    send() {
      sending ??= sendAll()
        .catch(() => false)
        .finally(() => (sending = undefined))
      return sending
    },
  }
}

type Part = { seen: Seen; pages: number[] }

/** A report with a deleted paper is refused as a whole: then each paper is sent separately, and that one dropped. */
async function sendParts(call: Call, parts: readonly Part[]): Promise<void> {
  try {
    const papers = parts.map(({ seen, pages }) => reportOf(seen, pages))
    await call(reportReading, { body: { papers } })
  } catch (error) {
    if (!isApiError(error) || error.code !== 'notFound') throw error
    if (parts.length === 1) return
    for (const part of parts) await sendParts(call, [part])
  }
}

function nextReport(papers: Map<string, Seen>): Part[] {
  return [...papers.values()]
    .filter(({ unsent }) => unsent.size > 0)
    .slice(0, readingLimits.papers)
    .map((seen) => ({ seen, pages: [...seen.unsent].slice(0, readingLimits.pages) }))
}

function reportOf({ documentId, version, pages }: Seen, numbers: readonly number[]): ReadPaper {
  return {
    documentId,
    version,
    pages: numbers.map((page) => ({ page, seconds: pages.get(page) ?? 0 })),
  }
}
