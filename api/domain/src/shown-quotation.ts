import { textSegments } from './text-segments.ts'

type Quotation = { exact: string; prefix: string; suffix: string }

/** A quotation for lists, with `…` where it begins or ends inside a word. The stored quotation is what was selected. */
export function shownQuotation({ exact, prefix, suffix }: Quotation): string {
  const words = textSegments(prefix + exact + suffix, 'word')
  const isCut = (at: number) =>
    words.some(({ index, segment }) => index < at && at < index + segment.length)
  const before = isCut(prefix.length) ? '…' : ''
  const after = isCut(prefix.length + exact.length) ? '…' : ''
  return `${before}${exact}${after}`
}
