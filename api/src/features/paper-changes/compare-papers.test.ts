import { pageLetters } from '@portal/domain/page-letters'
import { describe, expect, it } from 'vitest'
import { comparePapers } from './compare-papers.ts'
import { pagesOf, randomParagraphs, randomSentence, seededChance } from './paper-fixture.ts'

const chance = seededChance(20_261_125)
/** Twelve paragraphs of a few hundred words each. */
const paragraphs = randomParagraphs(chance, 60)

function changesBetween(before: readonly string[], after: readonly string[]) {
  return comparePapers(pagesOf(before), pagesOf(after))
}

function withChange(index: number, change: (paragraph: string) => string): string[] {
  return paragraphs.map((paragraph, at) => (at === index ? change(paragraph) : paragraph))
}

describe('what changed in a paper', () => {
  it('finds nothing between equal papers', () => {
    const { pages, passages, removedPages, changedShare } = changesBetween(paragraphs, paragraphs)
    expect(new Set(pages.map(({ verdict }) => verdict))).toEqual(new Set(['same']))
    expect({ passages, removedPages, changedShare }).toEqual({
      passages: [],
      removedPages: [],
      changedShare: 0,
    })
  })

  it('finds one replaced word, with its place in both papers', () => {
    const before = ['The board approves 4,200 dollars for grants this year.']
    const after = ['The board approves 4,350 dollars for grants this year.']
    expect(comparePapers(before, after).passages).toEqual([
      {
        kind: 'changed',
        before: [{ page: 1, from: 16, to: 21 }],
        after: [{ page: 1, from: 16, to: 21 }],
        beforeText: '4,200',
        afterText: '4,350',
      },
    ])
  })

  it('places each passage at the letters of its page', () => {
    const after = withChange(20, (text) => text.replace(/^(\S+ \S+) /, '$1 quite unheard-of '))
    const newer = pagesOf(after)
    const { passages } = comparePapers(pagesOf(paragraphs), newer)
    const [{ after: ranges, afterText }] = passages as [(typeof passages)[0]]
    expect(afterText).toBe('quite unheard-of')
    const [{ page, from, to }] = ranges as [(typeof ranges)[0]]
    expect(pageLetters(newer[page - 1]!).text.slice(from, to)).toBe('quiteunheard-of')
  })

  it('shows where removed words were', () => {
    const before = ['One two three four five six seven eight.', 'Nine ten.']
    const after = ['One two three six seven eight.', 'Nine ten.']
    const { passages } = comparePapers(before, after)
    expect(passages).toMatchObject([
      { kind: 'removed', beforeText: 'four five', after: [{ page: 1, from: 11, to: 11 }] },
    ])
  })

  it('ignores other line breaks, and hyphens at the end of lines', () => {
    const before = ['We keep long-term investments in one\naccount for all of the programs.']
    const after = ['We keep long-\nterm invest-\nments in one account for all of\nthe programs.']
    expect(comparePapers(before, after).passages).toEqual([])
  })

  it('reports a new date at the head of every page once, and no page numbers', () => {
    const before = pagesOf(paragraphs, { head: 'Draft of 3 November' })
    const after = pagesOf(paragraphs.slice(3), { head: 'Draft of 9 December' })
    const { passages } = comparePapers(before, after)
    expect(passages.filter(({ afterText }) => afterText !== '')).toMatchObject([
      { kind: 'changed', beforeText: '3 November', afterText: '9 December', after: [{ page: 1 }] },
    ])
  })

  it.each([
    ['Request: $4,200,000', 'Request: $4,900,000', 'changed', '4,200,000', '4,900,000'],
    [
      'Budget Actual Variance',
      'Actual Budget Variance',
      'changed',
      'Budget Actual',
      'Actual Budget',
    ],
    ['Confidential', 'Public', 'changed', 'Confidential', 'Public'],
    ['Confidential', '', 'removed', 'Confidential', ''],
    ['', 'Draft', 'added', '', 'Draft'],
    ['Larkspur Foundation', 'Larkspur Foundation Draft', 'added', '', 'Draft'],
    // As many pages as a paper of five pages has, and one more.
    ['Request: $5 million', 'Request: $6 million', 'changed', '5', '6'],
  ])('reports “%s” that becomes “%s” on every page once', (head, newHead, kind, was, is) => {
    const sized = (pages: string[]) => pages.slice(0, 5)
    const { passages, pages } = comparePapers(
      sized(pagesOf(paragraphs, { head })),
      sized(pagesOf(paragraphs, { head: newHead })),
    )
    expect(passages).toMatchObject([{ kind, beforeText: was, afterText: is }])
    expect(passages[0]!.after.map(({ page }) => page)).toEqual([1])
    expect(pages.map(({ verdict }) => verdict)).toEqual(['changed', 'same', 'same', 'same', 'same'])
  })

  it('compares a line that repeats in the middle of pages once, and on two pages', () => {
    const row = (at: number) => `Fund ${at} has ${at * 31} dollars in ${at * 7} accounts`
    const page = (heading: string, from: number) =>
      [
        ...Array.from({ length: 5 }, (_, at) => row(from + at)),
        heading,
        ...Array.from({ length: 5 }, (_, at) => row(from + 50 + at)),
      ].join('\n')
    const paper = (heading: string) => [page(heading, 1), page(heading, 100)]
    const { passages, pages } = comparePapers(
      paper('Line Budget Actual Forecast'),
      paper('Line Actual Budget Forecast'),
    )
    expect(passages).toHaveLength(1)
    expect(passages[0]!.after.map(({ page: at }) => at)).toEqual([1, 2])
    expect(pages.map(({ verdict }) => verdict)).toEqual(['changed', 'changed'])
  })

  it('ignores page numbers and page counts that change when a page is inserted', () => {
    const older = pagesOf(paragraphs)
    const fresh = pagesOf(randomParagraphs(seededChance(3), 5))[0]!
    const newer = older.toSpliced(2, 0, fresh).map((page, at, all) => {
      return page.replace(/Page \d+ of \d+$/, `Page ${at + 1} of ${all.length}`)
    })
    const { passages, pictures } = comparePapers(older, newer)
    expect(passages).toEqual([])
    // They are left out of the pictures too.
    expect(pictures[0]).toEqual({
      older: { page: 1, without: [`Page 1 of ${older.length}`] },
      newer: { page: 1, without: [`Page 1 of ${newer.length}`] },
    })
  })

  it('ignores a hyphen at the end of a page', () => {
    const before = ['We keep our long-term investments in one account.', 'Second page.']
    const after = ['We keep our long-term invest-', 'ments in one account. Second page.']
    expect(comparePapers(before, after).passages).toEqual([])
  })

  it('finds a total that differs at the foot of one page', () => {
    const page = (total: number, at: number) => `Fund ${at} of the foundation\nTotal ${total}`
    const before = [4100, 5200, 900, 70].map(page)
    const after = [4100, 5250, 900, 70].map(page)
    expect(comparePapers(before, after).passages).toMatchObject([
      { kind: 'changed', beforeText: '5200', afterText: '5250', after: [{ page: 2 }] },
    ])
  })

  it('finds each of 24 edits, and nothing else', () => {
    const edits = Array.from({ length: 24 }, (_, n) => n * 2 + 5)
    const after = paragraphs.map((paragraph, at) => {
      if (!edits.includes(at)) return paragraph
      const words = paragraph.split(' ')
      const cut = 5 + chance(words.length - 12)
      if (at % 3 === 0) words.splice(cut, 3)
      else if (at % 3 === 1) words.splice(cut, 0, 'zephyr', `quartz${at}`, 'onyx')
      else words[cut] = `zephyr${at}`
      return words.join(' ')
    })
    const { passages } = changesBetween(paragraphs, after)
    const kinds = ['removed', 'added', 'changed']
    expect(passages.map(({ kind }) => kind)).toEqual(edits.map((at) => kinds[at % 3]))
  })

  it('reports a new page as a page, without its words', () => {
    const older = pagesOf(paragraphs)
    const fresh = pagesOf(randomParagraphs(chance, 5))[0]!
    const { pages, passages } = comparePapers(older, older.toSpliced(2, 0, fresh))
    expect(pages.slice(0, 5)).toEqual([
      { page: 1, was: 1, verdict: 'same' },
      { page: 2, was: 2, verdict: 'same' },
      { page: 3, verdict: 'added' },
      { page: 4, was: 3, verdict: 'same' },
      { page: 5, was: 4, verdict: 'same' },
    ])
    expect(passages).toEqual([])
  })

  it('recognizes a page of a few words, even between changed pages', () => {
    const older = ['First', 'Appendix to the report', 'Second']
    const { pages, removedPages } = comparePapers(older, [
      'Other',
      'Appendix to the report',
      'Another',
    ])
    expect(pages[1]).toEqual({ page: 2, was: 2, verdict: 'same' })
    expect(removedPages).toEqual([1, 3])
    expect(comparePapers(['First'], ['First']).pages).toEqual([
      { page: 1, was: 1, verdict: 'same' },
    ])
  })

  it('reports a removed page as a page, without its words', () => {
    const older = pagesOf(paragraphs)
    const { removedPages, passages } = comparePapers(older, older.toSpliced(3, 1))
    expect({ removedPages, passages }).toEqual({ removedPages: [4], passages: [] })
  })

  it('distinguishes a page that moved from the pages that it passed', () => {
    const older = pagesOf(paragraphs)
    const [first, ...rest] = older
    const { pages, passages } = comparePapers(older, [
      ...rest.slice(0, 4),
      first!,
      ...rest.slice(4),
    ])
    expect(pages.filter(({ verdict }) => verdict === 'moved')).toEqual([
      { page: 5, was: 1, verdict: 'moved' },
    ])
    expect(passages).toEqual([])
  })

  it('shows a paragraph that moved within a page, and an edit in it', () => {
    const [first, second, third] = paragraphs as [string, string, string]
    const edited = first.replace(/^((?:\S+ ){9})\S+/, '$1zephyr')
    const { passages } = comparePapers(
      [[first, second, third].join('\n')],
      [[second, third, edited].join('\n')],
    )
    expect(passages.map(({ kind }) => kind)).toEqual(['moved', 'changed'])
    expect(passages[1]).toMatchObject({ afterText: 'zephyr' })
  })

  it('leaves pages without text to the comparison of pictures', () => {
    const [a, b] = pagesOf(paragraphs) as [string, string]
    const { pages } = comparePapers([a, '', b], ['', a, '', b])
    expect(pages).toEqual([
      { page: 1, verdict: 'withoutText' },
      { page: 2, was: 1, verdict: 'same' },
      { page: 3, was: 2, verdict: 'withoutText' },
      { page: 4, was: 3, verdict: 'same' },
    ])
  })

  it('reads right-to-left text and scripts without spaces', () => {
    const hebrew = ['הדירקטוריון אישר את התקציב לשנת 2027 ברוב קולות']
    expect(comparePapers(hebrew, [hebrew[0]!.replace('2027', '2028')]).passages).toMatchObject([
      { kind: 'changed', beforeText: '2027', afterText: '2028' },
    ])
    const japanese = ['理事会は来年度の予算を承認した。']
    expect(comparePapers(japanese, [japanese[0]!.replace('来年', '今年')]).passages).toMatchObject([
      { kind: 'changed', beforeText: '来', afterText: '今' },
    ])
  })

  it('compares papers that have nothing in common, and empty ones', () => {
    const other = pagesOf(randomParagraphs(seededChance(7), 60))
    const { changedShare, passages } = comparePapers(pagesOf(paragraphs), other)
    expect(changedShare).toBeGreaterThan(0.5)
    expect(passages.length).toBeLessThan(400)
    expect(comparePapers([], [])).toMatchObject({ pages: [], passages: [] })
    expect(comparePapers([''], ['New words'])).toMatchObject({
      pages: [{ page: 1, verdict: 'added' }],
    })
  })

  it('explains every difference of random papers: what it leaves unmarked is in both', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = seededChance(seed)
      const before = randomParagraphs(random, 8)
      const after = editedAtRandom(before, random)
      const older = pagesOf(before, { lines: 20 })
      const newer = pagesOf(after, { lines: 20 })
      const { passages, pages } = comparePapers(older, newer)
      const unmarked = newer.flatMap((text, index) => {
        const { verdict } = pages[index]!
        if (verdict === 'added' || verdict === 'moved') return []
        return wordsOutside(
          text,
          passages.flatMap(({ after: to }) => to).filter(({ page }) => page === index + 1),
        )
      })
      const all = new Set(older.flatMap((text) => text.split(/\s+/)))
      expect(unmarked.filter((word) => !all.has(word))).toEqual([])
    }
  })
})

function editedAtRandom(before: readonly string[], random: (below: number) => number): string[] {
  const after = [...before]
  for (let edit = 0; edit < 6; edit += 1) {
    const at = random(after.length)
    const kind = random(4)
    if (kind === 0) after.splice(at, 1)
    else if (kind === 1) after.splice(at, 0, `Wholly ${randomSentence(random)} zq${edit}`)
    else if (kind === 2) after.splice(at, 0, after.splice(random(after.length), 1)[0]!)
    else after[at] = after[at]!.replace(/ \S+ (\S+)/, ` zq${edit} $1`)
  }
  return after
}

/** The words of a page that no range touches, without its head and number. */
function wordsOutside(text: string, ranges: readonly { from: number; to: number }[]): string[] {
  const { at } = pageLetters(text)
  const body = { from: text.indexOf('\n'), to: text.lastIndexOf('\n') }
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    const isBody = index > body.from && index < body.to
    const isMarked = ranges.some(
      ({ from, to }) => at[index]! < to && at[index + word.length]! > from,
    )
    return isBody && !isMarked ? [word] : []
  })
}
