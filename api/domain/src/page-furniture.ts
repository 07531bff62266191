/** A line at the head or foot of a page: its position in the page's text, and its text with masked digits. */
export type EdgeLine = Span & {
  masked: string
  numbers: number[]
  /** Its position: from 0 at the head, from -1 at the foot. */
  place: number
}
type Found = EdgeLine & { page: number }

/** How many lines at the head and at the foot of a page may repeat. */
const edgeLines = 3
/** In a shorter paper, a line at the head of two pages may well be content. */
const fewestPages = 3
/** The share of pages that a repeated line is on. */
const fewestShare = 0.5
/** The share of its numbers that count the pages or stay the same. */
const regularShare = 0.9

/** A part of a page's text, in UTF-16 units. */
export type Span = { from: number; to: number }

/** Lines at the head or foot of pages, with their digits masked. */
export type Furniture = Set<string>

/**
 * Finds the lines that repeat at the head or foot of most pages: titles, dates, page numbers. Lines
 * that differ in their numbers count as one if the numbers are constant or count the pages. A row
 * of totals with other amounts on each page is content.
 */
export function repeatedLines(pages: readonly string[]): Furniture {
  if (pages.length < fewestPages) return new Set()
  const byText = Map.groupBy(
    pages.flatMap((text, page) => edgesOf(text).map((line): Found => ({ ...line, page }))),
    ({ masked }) => masked,
  )
  const repeated = [...byText].filter(([, lines]) => {
    const onPages = new Set(lines.map(({ page }) => page)).size
    return onPages >= Math.max(2, pages.length * fewestShare) && areRegular(lines)
  })
  return new Set(repeated.map(([masked]) => masked))
}

/** The lines of a page that belong to the furniture. */
export function furnitureIn(text: string, furniture: Furniture): EdgeLine[] {
  return edgesOf(text).filter(({ masked }) => furniture.has(masked))
}

function edgesOf(text: string): EdgeLine[] {
  const lines: (Span & { line: string })[] = []
  let start = 0
  for (const line of text.split('\n')) {
    const end = start + line.length
    if (/\S/.test(line)) lines.push({ from: start, to: end, line })
    start = end + 1
  }
  return lines.flatMap(({ from, to, line }, index) => {
    const place = index < edgeLines ? index : index - lines.length
    if (place < -edgeLines) return []
    const numbers = [...line.matchAll(/\d+/g)].map(([digits]) => Number(digits))
    return [{ from, to, masked: line.trim().replaceAll(/\d+/g, '#'), numbers, place }]
  })
}

/** Whether each number of the lines is the same on the pages, or increases with them. */
function areRegular(lines: readonly Found[]): boolean {
  const [first] = lines
  return first!.numbers.every((_, position) => {
    const numbers = lines.map(({ numbers: all }) => all[position]!)
    const steps = lines.map(({ numbers: all, page }) => all[position]! - page)
    return Math.max(mostCommon(numbers), mostCommon(steps)) >= lines.length * regularShare
  })
}

type Counter = 'page' | 'pages' | undefined

/**
 * What each number of a line counts in a paper with this many pages: `page` if it increases from page to page (numbers
 * may begin again, and a page may be without one), `pages` if it is their number. `lines` are its occurrences, in order,
 * on more than one page.
 */
export function pageCounters(
  lines: readonly (Pick<EdgeLine, 'numbers'> & { page: number })[],
  pages: number,
): Counter[] {
  return lines[0]!.numbers.map((_, position) => {
    const steps = lines.slice(1).filter(({ numbers, page }, before) => {
      const last = lines[before]!
      const step = numbers[position]! - last.numbers[position]!
      return page > last.page && step === page - last.page
    })
    if (steps.length * 2 >= lines.length - 1) return 'page'
    return lines.every(({ numbers }) => numbers[position] === pages) ? 'pages' : undefined
  })
}

function mostCommon(numbers: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return Math.max(...counts.values())
}
