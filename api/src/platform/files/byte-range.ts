import { parse } from 'range-parser'

/** Both inclusive, in bytes. */
export type ByteRange = { start: number; end: number }

/**
 * Parses a Range header (RFC 9110, 14.2). A single range is served; for several ranges or another unit, the whole
 * content is sent. A range beyond the end can't be satisfied.
 */
export function byteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const { type, code, ranges } = parse(size, header ?? '')
  const isMalformed = code % 2 === 1
  if (type !== 'bytes' || isMalformed || ranges.length > 1) return 'whole'
  return ranges[0] ?? 'unsatisfiable'
}

/** Whether If-Range allows the range: the same tag, or the same date. */
export function rangeApplies(ifRange: string | undefined, etag: string, modified: Date): boolean {
  if (ifRange === undefined) return true
  const stated = ifRange.trim()
  if (stated.startsWith('"') || stated.startsWith('W/')) return stated === etag
  return Date.parse(stated) === Math.floor(modified.getTime() / 1000) * 1000
}
