import { similarity, type PageFingerprint } from './page-fingerprint.ts'

/** `approximate`: the page has changed, or has no text and is placed by its neighbors alone. */
export type PlacedPage = { page: number; how: 'same' | 'moved' | 'approximate' }

/** The fingerprints of pages without text, by page number; pages that can't be rendered are missing. */
export type PageFingerprints = ReadonlyMap<number, PageFingerprint>

/** Greatest distances (1 − likeness) of matching and equal pages; docs/decisions/0076-notes-follow-their-words.md. */
const farthest = 0.01
const farthestEqual = 0.0005
/** How much farther away the next best page must be. */
const lead = { times: 3, more: 0.002 }

export type FingerprintsToCompare = {
  made?: PageFingerprints | undefined
  now?: PageFingerprints | undefined
}

/**
 * Finds a page without text by its picture. `between` is the page that its neighbors with text point to. It decides if
 * pictures can't be compared, and chooses between pages that look the same.
 */
export function matchPage(
  page: number,
  { made, now }: FingerprintsToCompare,
  between: number | undefined,
): PlacedPage | undefined {
  const own = made?.get(page)
  if (!made || !own || !now) return approximate(between)
  const there = between === undefined ? undefined : now.get(between)
  if (!own.cells) return there?.cells ? undefined : approximate(between)
  const [best, ...others] = byDistance(own, now)
  if (!best || best.distance > farthest) return undefined
  const same = others.filter((other) => !isAhead(best.distance, other.distance))
  const [copy] = byDistance(now.get(best.page)!, made).filter(
    (candidate) => candidate.page !== page,
  )
  if (same.length === 0 && (!copy || isAhead(best.distance, copy.distance))) {
    if (best.distance > farthestEqual) return { page: best.page, how: 'approximate' }
    return { page: best.page, how: best.page === page ? 'same' : 'moved' }
  }
  return [best, ...same].some((other) => other.page === between) ? approximate(between) : undefined
}

function byDistance(
  own: PageFingerprint,
  pages: PageFingerprints,
): { page: number; distance: number }[] {
  return [...pages]
    .map(([page, fingerprint]) => ({
      page,
      distance: Math.max(0, 1 - similarity(own, fingerprint)),
    }))
    .toSorted((a, b) => a.distance - b.distance)
}

function isAhead(best: number, next: number): boolean {
  return next > best * lead.times + lead.more
}

function approximate(page: number | undefined): PlacedPage | undefined {
  return page === undefined ? undefined : { page, how: 'approximate' }
}
