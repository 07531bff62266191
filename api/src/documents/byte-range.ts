/** Both inclusive, in bytes. */
export type ByteRange = { start: number; end: number }

/**
 * What a Range header asks for (RFC 9110, 14.2): a single range is served; several, or another unit, are left
 * unanswered and the whole is sent; a range past the end can't be satisfied.
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

/** Whether If-Range lets the range stand: the very same tag, or the very same date. */
export function rangeStands(ifRange: string | undefined, etag: string, modified: Date): boolean {
  if (ifRange === undefined) return true
  const stated = ifRange.trim()
  if (stated.startsWith('"') || stated.startsWith('W/')) return stated === etag
  return Date.parse(stated) === Math.floor(modified.getTime() / 1000) * 1000
}
