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
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  const [first, last] = [match?.[1] ?? '', match?.[2] ?? '']
  if (first === '' && last === '') return 'whole'
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return 'whole'
  return start >= size ? 'unsatisfiable' : { start, end }
}

/** Whether If-Range allows the range: the same tag, or the same date. */
export function rangeApplies(ifRange: string | undefined, etag: string, modified: Date): boolean {
  if (ifRange === undefined) return true
  const stated = ifRange.trim()
  if (stated.startsWith('"') || stated.startsWith('W/')) return stated === etag
  return Date.parse(stated) === Math.floor(modified.getTime() / 1000) * 1000
}
