import type { NoteSelector, NoteTarget } from '@portal/contract/notes'
import type { InkLine, NoteSubject } from '@portal/shared-ui/shown-notes'

/** Converts a note's subject to the target that the API stores. */
export function targetOf(
  { page, words, rectangle, ink }: NoteSubject,
  version: number,
): NoteTarget {
  const selector: NoteSelector[] = [
    {
      type: 'FragmentSelector',
      conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
      value: `page=${page}`,
    },
  ]
  if (words) {
    const { exact, prefix, suffix, ranges } = words
    const start = ranges[0]?.from ?? 0
    // Counting continues on the next page.
    const length = ranges.reduce((sum, { from, to }) => sum + to - from, 0)
    selector.push({ type: 'TextQuoteSelector', exact, prefix, suffix })
    selector.push({ type: 'TextPositionSelector', start, end: start + length })
  }
  if (rectangle) {
    const { x, y, width, height } = rectangle
    selector.push({
      type: 'FragmentSelector',
      conformsTo: 'http://www.w3.org/TR/media-frags/',
      value: `xywh=percent:${x},${y},${width},${height}`,
    })
  }
  if (ink) selector.push({ type: 'SvgSelector', value: svgOf(ink) })
  return { version, selector }
}

/** Converts a stored target back to the note's subject. */
export function subjectOf({ version, selector, quotationWithdrawn }: NoteTarget): NoteSubject {
  const subject: NoteSubject = { page: 1 }
  if (quotationWithdrawn) subject.withdrawnWith = version
  for (const one of selector) {
    if (one.type === 'SvgSelector') subject.ink = inkOf(one.value)
    else if (one.type === 'FragmentSelector' && one.value.startsWith('page=')) {
      subject.page = Number(one.value.slice('page='.length))
    } else if (one.type === 'FragmentSelector') {
      const [x, y, width, height] = one.value.slice('xywh=percent:'.length).split(',').map(Number)
      subject.rectangle = { x: x!, y: y!, width: width!, height: height! }
    }
  }
  const quote = selector.find((one) => one.type === 'TextQuoteSelector')
  const position = selector.find((one) => one.type === 'TextPositionSelector')
  if (quote) {
    const { exact, prefix, suffix } = quote
    const ranges = position ? [{ page: subject.page, from: position.start, to: position.end }] : []
    subject.words = { exact, prefix, suffix, ranges }
  }
  return subject
}

function svgOf(ink: readonly InkLine[]): string {
  const paths = ink.map((line) => {
    const points = line.length === 1 ? [line[0]!, line[0]!] : line
    const path = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')
    return `<path d="${path}"/>`
  })
  return `<svg viewBox="0 0 100 100">${paths.join('')}</svg>`
}

function inkOf(svg: string): InkLine[] {
  return [...svg.matchAll(/ d="([^"]*)"/g)].flatMap(([, path = '']) =>
    path
      .split('M')
      .filter(Boolean)
      .map((line) =>
        line.split('L').map((point) => {
          const [x, y] = point.split(' ').map(Number)
          return { x: x!, y: y! }
        }),
      ),
  )
}
