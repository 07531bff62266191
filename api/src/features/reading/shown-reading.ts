import type { BoardDocument } from '@portal/contract/documents'
import type { PaperReading } from '@portal/contract/reading'
import { isPageRead, type SeenPage } from '@portal/domain/reading-pace'
import type { ReadingRecord, ReadVersion } from './stored-reading.ts'

type Shown = Pick<PaperReading, 'version' | 'readAt' | 'pages' | 'isRead' | 'earlier'>

/**
 * A record's state for a paper as the portal shows it now. Versions above the shown one were withdrawn: what was read
 * of the shown one counts again.
 */
export function shownReading(
  record: ReadingRecord | undefined,
  document: Pick<BoardDocument, 'version' | 'pages'>,
  words: readonly number[] | undefined,
): Shown & { unreadWords?: number } {
  const shown = versionOf(document)
  const last = record?.versions.find(({ version }) => version <= shown)
  const isCurrent = last?.version === shown
  const earlier = record?.versions.find(({ version }) => version < shown)
  const pages = last ? readPages(last, isCurrent ? words : undefined) : []
  const isRead = isCurrent && isWhole(last, pages, words?.length ?? document.pages)
  const current = isCurrent ? new Set(pages) : new Set<number>()
  const unread = words?.reduce((sum, count, at) => (current.has(at + 1) ? sum : sum + count), 0)
  return {
    ...(last ? { version: last.version, readAt: last.readAt } : {}),
    pages,
    isRead,
    ...(earlier ? { earlier: { version: earlier.version, readAt: earlier.readAt } } : {}),
    ...(unread === undefined ? {} : { unreadWords: isRead ? 0 : unread }),
  }
}

/** The pages of the shown versions, for the reader's pace. */
export function seenPages(
  { documentId, versions }: ReadingRecord,
  documents: ReadonlyMap<string, Pick<BoardDocument, 'version'>>,
  words: ReadonlyMap<string, readonly number[]>,
): SeenPage[] {
  const document = documents.get(documentId)
  const counts = words.get(documentId)
  const read = document && versions.find(({ version }) => version === versionOf(document))
  if (!read || !counts) return []
  return counts.map((count, at) => ({ words: count, seconds: read.seconds[at] ?? 0 }))
}

/** A paper whose versions haven't been counted yet has one. */
function versionOf({ version = 1 }: Pick<BoardDocument, 'version'>): number {
  return version
}

function readPages({ seconds }: ReadVersion, words: readonly number[] | undefined): number[] {
  return seconds.flatMap((seen, at) =>
    isPageRead({ words: words?.[at] ?? 0, seconds: seen }) ? [at + 1] : [],
  )
}

/** Marked by hand, or every page was read; `count` is how many there are, if that is known. */
function isWhole(
  { isMarked }: ReadVersion,
  pages: readonly number[],
  count: number | undefined,
): boolean {
  if (isMarked !== undefined && (isMarked || pages.length === 0)) return isMarked
  return count !== undefined && count > 0 && pages.filter((page) => page <= count).length === count
}
