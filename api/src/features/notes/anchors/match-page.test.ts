import { beforeAll, describe, expect, it } from 'vitest'
import { seededChance } from '../../paper-changes/paper-fixture.ts'
import { matchPage, type PageFingerprints } from './match-page.ts'
import { similarity, type PageFingerprint, pageFingerprint } from './page-fingerprint.ts'
import {
  bitmapOf,
  otherwiseFilled,
  type Scan,
  scannedAgain,
  scannedWords,
  scanOf,
} from './scanned-pages-fixture.ts'

const chance = seededChance(7)
const words = Array.from({ length: 5 }, () => scannedWords(chance))
const scans = words.map(scanOf)
const [a, b, c, d, e] = scans as [Scan, Scan, Scan, Scan, Scan]
const form = words[0]!
/** The scans saved again as a smaller file: fainter and with compression artifacts. */
let saved: Scan[]
let blank: Scan

beforeAll(async () => {
  saved = await Promise.all(
    scans.map((scan) => scannedAgain(scan, chance, { noise: 10, quality: 60, fade: 0.2 })),
  )
  const white = scanOf([])
  blank = await scannedAgain(white, chance, { noise: 10 })
})

const known = new Map<Scan, PageFingerprint>()
const fingerprintOf = (scan: Scan) => {
  const fingerprint = known.get(scan) ?? pageFingerprint(bitmapOf(scan))
  known.set(scan, fingerprint)
  return fingerprint
}
const looksOf = (pages: readonly Scan[]): PageFingerprints =>
  new Map(pages.map((scan, index) => [index + 1, fingerprintOf(scan)]))

const find = (page: number, made: readonly Scan[], now: readonly Scan[], between?: number) =>
  matchPage(page, { made: looksOf(made), now: looksOf(now) }, between)

describe('a scanned page', () => {
  it('finds a page among reordered pages, even if it was saved again', () => {
    expect(find(1, [a, b, c], [c, a, b])).toEqual({ page: 2, how: 'moved' })
    expect(find(1, [a, b, c], [a, c, b])).toEqual({ page: 1, how: 'same' })
    for (const page of [1, 2, 3, 4, 5]) {
      const now = [2, 3, 4, 0, 1].map((index) => saved[index]!)
      expect(find(page, scans, now)?.page).toBe(((page + 2) % 5) + 1)
    }
  })

  it('places no page that was removed, even if its neighbors are known', () => {
    expect(find(1, [a, b, c], [d, b, c], 1)).toBeUndefined()
    expect(find(2, [a, b, c], [a, c, e], 2)).toBeUndefined()
    expect(find(2, [a, b, c], [], undefined)).toBeUndefined()
  })

  it('places no page on the same form with other entries', () => {
    for (const share of [0.01, 0.03, 0.1]) {
      const other = scanOf(otherwiseFilled(form, share, chance))
      // The remaining form was a different page before.
      expect(find(1, [a, other], [other, b])).toBeUndefined()
    }
    expect(find(1, [a, b], [b, scanOf(otherwiseFilled(form, 0.3, chance))])).toBeUndefined()
  })

  it('chooses between equal pages by their neighbors only', () => {
    expect(find(1, [a, b, a], [b, a, a])).toBeUndefined()
    expect(find(1, [a, b, a], [b, a, a], 3)).toEqual({ page: 3, how: 'approximate' })
    expect(find(1, [a, b, a], [b, a, a], 1)).toBeUndefined()
  })

  it('places a blank page by its neighbors only, and never on a page that isn’t blank', () => {
    expect(find(2, [a, blank], [blank, a])).toBeUndefined()
    expect(find(2, [a, blank], [blank, a], 1)).toEqual({ page: 1, how: 'approximate' })
    expect(find(2, [a, blank], [blank, a], 2)).toBeUndefined()
  })

  it('places a page by its neighbors if pictures can’t be compared', () => {
    const approximate = { page: 2, how: 'approximate' }
    expect(matchPage(1, {}, 2)).toEqual(approximate)
    expect(matchPage(1, { made: new Map(), now: looksOf([a, b]) }, 2)).toEqual(approximate)
    expect(matchPage(1, { made: looksOf([a]) }, undefined)).toBeUndefined()
  })
})

it('finds no likeness between pages of different shapes', () => {
  const wide = { width: 828, height: 640, gray: a.gray }
  expect(similarity(fingerprintOf(a), fingerprintOf(wide))).toBe(0)
})
