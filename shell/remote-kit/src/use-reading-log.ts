import { usePortal } from '@portal/remote-kit/portal'
import { canKeepReading, readingKey } from '@portal/remote-kit/queries/reading'
import { invalidateShared } from '@portal/remote-kit/queries/shared-key'
import { useQueryClient } from '@portal/remote-kit/query'
import { useEffect, useEffectEvent } from 'react'
import { type Call, isApiError } from './client.ts'
import { readingLimits, type ReadPaper, reportReading } from '@portal/contract/reading'

type SeenPages = (pages: readonly number[], seconds: number) => void

/** How often reading is reported while a paper is open, in ms. */
const interval = 20_000

/**
 * Records what the reader sees of a paper, for the viewer's `onSeen`. Undefined for QA accounts and for admins who view
 * the portal as a member, which are read-only.
 */
export function useReadingLog(
  paper: { id: string; version?: number | undefined } | undefined,
): SeenPages | undefined {
  const { call, person } = usePortal()
  const client = useQueryClient()
  const isKept = paper !== undefined && canKeepReading(person)
  const send = useEffectEvent(async () => {
    if (await readingLogOf(call).send()) await invalidateShared(client, readingKey)
  })
  useEffect(() => {
    if (!isKept) return undefined
    const onHidden = () => void (document.visibilityState === 'hidden' && send())
    const onOnline = () => void send()
    const timer = setInterval(() => void send(), interval)
    document.addEventListener('visibilitychange', onHidden)
    globalThis.addEventListener('online', onOnline)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onHidden)
      globalThis.removeEventListener('online', onOnline)
      onOnline()
    }
  }, [isKept])
  if (!isKept) return undefined
  const { id, version = 1 } = paper
  return (pages, seconds) => readingLogOf(call).add({ documentId: id, version }, pages, seconds)
}

type Paper = { documentId: string; version: number }

/** What a person has read in this tab, until the API has received it. */
type ReadingLog = {
  /** Adds the seconds that pages, from 1, have been on the screen. */
  add: (paper: Paper, pages: readonly number[], seconds: number) => void
  /**
   * Sends what hasn't been sent; what the API doesn't receive is sent the next time. Resolves with whether anything
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
function readingLogOf(call: Call): ReadingLog {
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

/** A report that includes a deleted paper is refused. Then each paper is sent separately, and the deleted one is dropped. */
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
