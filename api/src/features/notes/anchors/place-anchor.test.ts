import { pageLetters } from '@portal/domain/page-letters'
import { describe, expect, it } from 'vitest'
import { kinds, tallyOf } from './anchor-tally-fixture.ts'
import { paperLetters } from './paper-letters.ts'
import { type Anchor, placeAnchor } from './place-anchor.ts'

const passage = 'The reserve covers nine months of grants.'
const opening = 'Minutes of the spring meeting in Oakland.'
const before = 'The treasurer reported on the year so far and on the outlook.'
const after = 'The board asked for a second opinion by the end of March.'
const clause = 'Nothing in this paper binds the foundation.'

/** Makes an anchor as the viewer does from a selection. */
function anchorOf(words: string, pages: readonly string[], page = 1): Anchor {
  const { text } = pageLetters(pages[page - 1]!)
  const exact = pageLetters(words).text
  const start = text.indexOf(exact)
  const end = start + exact.length
  const [prefix, suffix] = [text.slice(Math.max(0, start - 32), start), text.slice(end, end + 32)]
  return { page, exact: words, prefix, suffix, start }
}

const pages = [`${opening} ${before} ${passage} ${after}`, clause]
const anchor = anchorOf(passage, pages)
const place = (now: readonly string[], of = anchor) => placeAnchor(of, paperLetters(now))

/** The letters at a place. */
function wordsAt(now: readonly string[], of = anchor): string | undefined {
  return place(now, of)
    ?.ranges.map(({ page, from, to }) => pageLetters(now[page - 1]!).text.slice(from, to))
    .join('|')
}

describe('a passage', () => {
  it('keeps a passage where neither its words nor its position have changed', () => {
    expect(place(pages)).toEqual({
      ranges: [
        { page: 1, from: anchor.start, to: anchor.start! + pageLetters(passage).text.length },
      ],
      how: 'same',
    })
  })

  it('finds a passage that has moved to another page, with other line breaks', () => {
    const now = [clause, `${before}\n${passage.replace('nine', 'nine\n')} ${after}`]
    expect(place(now)).toMatchObject({ ranges: [{ page: 2 }], how: 'moved' })
    expect(wordsAt(now)).toBe(pageLetters(passage).text)
  })

  it('finds a passage across a page break', () => {
    const now = [`${before} The reserve covers`, `nine months of grants. ${after}`]
    expect(wordsAt(now)).toBe('Thereservecovers|ninemonthsofgrants.')
  })

  it('finds a passage in which some words have changed', () => {
    const now = [`${opening} ${before} The reserve covers almost ten months of grants. ${after}`]
    expect(place(now)?.how).toBe('approximate')
    expect(wordsAt(now)).toBe('Thereservecoversalmosttenmonthsofgrants.')
  })

  it('places no passage of which too little is left', () => {
    expect(
      place([`${opening} ${before} Reserves are discussed in June. ${after}`, clause]),
    ).toBeUndefined()
    expect(place(['An altogether different paper about the calendar of the year.'])).toBeUndefined()
  })

  it('places no passage on similar words in a different context', () => {
    const elsewhere =
      'In 2019, by contrast, everything was spent. The reserve covered two months of rent. Then came a grant.'
    expect(place([opening, elsewhere])).toBeUndefined()
  })

  it('places no passage if several places are equally good', () => {
    const twice = `${before} ${passage} ${after}`
    expect(place([opening, twice, twice])).toBeUndefined()
  })

  it('keeps the position of a passage among equal ones', () => {
    const clauses = [clause, clause, clause]
    expect(place(clauses, anchorOf(clause, clauses, 2))).toMatchObject({
      ranges: [{ page: 2 }],
      how: 'same',
    })
  })

  it('finds a single word by its context, and never without it', () => {
    const word = anchorOf('nine', pages)
    const now = [clause, `${opening} ${before} ${passage} ${after}`]
    expect(place(now, word)).toMatchObject({ ranges: [{ page: 2 }], how: 'moved' })
    expect(wordsAt(now, word)).toBe('nine')
    expect(place(['Twenty-nine people came.'], word)).toBeUndefined()
  })
})

describe('a passage that has changed between unchanged neighbors', () => {
  const made = paperLetters(pages)
  const changed = (words: string, now: readonly string[]) => {
    const placed = placeAnchor(anchorOf(words, pages), paperLetters(now), { made })
    const letters = placed?.ranges.map(({ page, from, to }) =>
      pageLetters(now[page - 1]!).text.slice(from, to),
    )
    return placed && { how: placed.how, letters: letters!.join('|') }
  }

  it('keeps its place and looks approximate', () => {
    const now = pages.map((page) => page.replace('nine', 'one hundred and twenty'))
    expect(changed('nine', now)).toEqual({ how: 'approximate', letters: 'onehundredandtwenty' })
  })

  it('isn’t placed if one of the neighbors has changed too, or if nothing is left of it', () => {
    const other = pages.map((page) => page.replace('nine months of grants', 'ten weeks of rent'))
    expect(changed('nine', other)).toBeUndefined()
    expect(changed('nine', [pages[0]!.replace('nine', ''), clause])).toBeUndefined()
  })

  it('isn’t placed on another name', () => {
    const grants = [`${opening} ${before} We pay $9 to Fir Theater. ${after}`]
    const now = [`${opening} ${before} We pay $8 to Hazel Shelter. ${after}`]
    const of = anchorOf('We pay $9 to Fir Theater.', grants)
    expect(placeAnchor(of, paperLetters(now), { made: paperLetters(grants) })).toBeUndefined()
  })
})

/** Passages of each kind in each random paper, and the shares of edited words. */
const [equal, altered, shares] = process.env['TEST_LONG']
  ? [60, 90, [0.01, 0.05, 0.2]]
  : [15, 30, [0.05]]

describe('passages of random papers', () => {
  it.each(kinds)('finds every passage of the length of a %s in an equal paper', (_, length) => {
    const { right } = tallyOf(length, { share: 0 }, { count: equal })
    expect(right).toBe(equal)
  })

  it.each(kinds)('rarely places a passage of the length of a %s wrongly', (kind, length) => {
    for (const share of shares) {
      const { right, wrong } = tallyOf(length, { share, moved: 5 }, { count: altered })
      expect(wrong, `${kind}, ${share} edited`).toBeLessThanOrEqual(kind === 'word' ? 2 : 1)
      expect(right / altered).toBeGreaterThan(kind === 'word' || kind === 'phrase' ? 1 / 3 : 7 / 9)
    }
  })
})
