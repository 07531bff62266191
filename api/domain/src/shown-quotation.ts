type Quotation = { exact: string; prefix: string; suffix: string }

const words = new Intl.Segmenter('en', { granularity: 'word' })

/** A quotation for lists, with `…` where it begins or ends inside a word. The stored quotation is what was selected. */
export function shownQuotation({ exact, prefix, suffix }: Quotation): string {
  const around = words.segment(prefix + exact + suffix)
  const isCut = (at: number) => (around.containing(at)?.index ?? at) !== at
  const before = isCut(prefix.length) ? '…' : ''
  const after = isCut(prefix.length + exact.length) ? '…' : ''
  return `${before}${exact}${after}`
}
