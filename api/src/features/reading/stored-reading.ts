import { readingLimits, type ReadPaper } from '@portal/contract/reading'
import * as z from 'zod/mini'
import { defineCollection } from '../../platform/store/collection.ts'

const readVersion = z.object({
  version: z.number(),
  /** For how many seconds each page was on the screen; 0 for pages that weren't. */
  seconds: z.array(z.number()),
  /** Set by hand; otherwise the pages decide. */
  isMarked: z.optional(z.boolean()),
  /** ISO 8601, UTC. */
  readAt: z.string(),
})
export type ReadVersion = z.infer<typeof readVersion>

export const readingRecord = z.object({
  uid: z.string(),
  documentId: z.string(),
  /** The newest first. */
  versions: z.array(readVersion),
})
export type ReadingRecord = z.infer<typeof readingRecord>
/**
 * Collection `reading`: what one person has read of one paper. The id is `<uid>@<document id>`. It is private: it
 * is served to nobody else, and neither logged nor audited.
 */
export const readingCollection = defineCollection('reading', readingRecord)

const readingSettings = z.object({
  isOn: z.boolean(),
  /**
   * The ids of the papers that determine the reader's pace, most recently read first. Absent if nothing was read since
   * the portal began to keep this list.
   */
  recent: z.optional(z.array(z.string())),
})
/** Collection `reading_settings`, id is the uid. It is on for a person without a document. */
export const readingSettingsCollection = defineCollection('reading_settings', readingSettings)

/** How many papers determine a pace. */
const papersOfPace = 20

/** The list with a paper that is read now. The same list if it is the first one already. */
export function withRecent(recent: string[], documentId: string): string[] {
  if (recent[0] === documentId) return recent
  return [documentId, ...recent.filter((candidate) => candidate !== documentId)].slice(
    0,
    papersOfPace,
  )
}

/** The papers that were read last, the latest first. */
export function lastRead(records: readonly ReadingRecord[]): string[] {
  const readAt = ({ versions: [last] }: ReadingRecord) => last?.readAt ?? ''
  const latest = records.toSorted((a, b) => readAt(b).localeCompare(readAt(a)))
  return latest.slice(0, papersOfPace).map(({ documentId }) => documentId)
}

export function readingId(uid: string, documentId: string): string {
  return `${uid}@${documentId}`
}

/**
 * Adds a report to a record. Of each page the longest time counts, so reports may arrive twice, late and from several
 * devices; a mark by hand replaces the one before.
 */
export function withReport(
  record: ReadingRecord,
  { version, pages, isRead }: ReadPaper,
  readAt: string,
): ReadingRecord {
  const known = record.versions.find((candidate) => candidate.version === version)
  const seconds = isRead === false ? [] : [...(known?.seconds ?? [])]
  for (const { page, seconds: seen } of pages) {
    while (seconds.length < page) seconds.push(0)
    seconds[page - 1] = Math.max(seconds[page - 1]!, Math.round(seen))
  }
  const isMarked = isRead === undefined ? known?.isMarked : isRead
  const read: ReadVersion = {
    version,
    seconds,
    readAt: known && known.readAt > readAt ? known.readAt : readAt,
    ...(isMarked === undefined ? {} : { isMarked }),
  }
  const versions = [read, ...record.versions.filter((candidate) => candidate !== known)]
    .toSorted((a, b) => b.version - a.version)
    .slice(0, readingLimits.versions)
  return { ...record, versions }
}
