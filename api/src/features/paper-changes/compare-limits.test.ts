import { pageLetters } from '@portal/domain/page-letters'
import { describe, expect, it, onTestFinished } from 'vitest'
import { comparePapers } from './compare-papers.ts'
import { createHeavyWork } from '../../platform/background/heavy-work.ts'
import { comparingWorker, type TextsToCompare } from './changes-service.ts'
import { pagesOf, randomParagraphs, seededChance } from './paper-fixture.ts'
import { storedChanges, summaryOf } from './shown-paper-changes.ts'

const longPage = 200_000
/** Work that grows with the square of such a text doesn't end within a test's time. */
const muchLonger = 500_000

describe('a paper of 800 pages', () => {
  const paragraphs = randomParagraphs(seededChance(2000), 900)
  const older = pagesOf(paragraphs, { lines: 8 }).slice(0, 800)

  it('is compared completely, with each change in its place', () => {
    expect(older).toHaveLength(800)
    const newer = older
      .map((page, at) => (at % 200 === 100 ? page.replace(/\n(\S+)/, '\nzephyr') : page))
      .toSpliced(600, 1)
    const { pages, passages, removedPages } = comparePapers(older, newer)
    expect(passages.map(({ kind, after: [range] }) => [kind, range!.page])).toEqual([
      ['changed', 101],
      ['changed', 301],
      ['changed', 501],
      ['changed', 700],
    ])
    expect(removedPages).toEqual([601])
    expect(pages.at(-1)).toEqual({ page: 799, was: 800, verdict: 'same' })
  })

  it('reports a paper as replaced if nothing is left of it', () => {
    const words = (page: string) => page.replaceAll(/[a-z]+/gi, (word) => `${word}x`)
    const { pages, passages, changedShare } = comparePapers(older, older.map(words))
    expect(new Set(pages.map(({ verdict }) => verdict))).toEqual(new Set(['added']))
    expect(passages).toEqual([])
    expect(changedShare).toBeGreaterThan(0.9)
  })

  it('compares papers whose pages are all equal', () => {
    const same = Array.from({ length: 2000 }, () => 'Not used.')
    expect(comparePapers(same, same).passages).toEqual([])
    expect(comparePapers(same, same.slice(1)).passages.length).toBeLessThan(10)
  })
})

describe('a page of 200,000 characters', () => {
  const sentence = randomParagraphs(seededChance(7), 400).join('\n')
  const page = sentence.slice(0, longPage)

  it('shows one changed word at its letters', () => {
    expect(page).toHaveLength(longPage)
    const at = page.indexOf(' ', longPage - 500) + 1
    const newer = `${page.slice(0, at)}zephyr ${page.slice(at)}`
    const { passages } = comparePapers([page], [newer])
    expect(passages).toMatchObject([{ kind: 'added', afterText: 'zephyr' }])
    const { from, to } = passages[0]!.after[0]!
    expect(pageLetters(newer).text.slice(from, to)).toBe('zephyr')
  })

  it('shows a passage with much white space on one line', () => {
    const newer = page.replace(' ', ` zephyr -${'\n'.repeat(muchLonger)}quartz `)
    const { passages } = comparePapers([page], [newer])
    expect(passages).toMatchObject([{ kind: 'added', afterText: 'zephyr quartz' }])
  })

  it.each([
    ['white space', ' ', muchLonger],
    ['line breaks after a hyphen', ' \n', muchLonger],
    ['one word', 'a', muchLonger],
    ['line breaks after hyphens', '-\n', longPage],
    ['hyphens', 'a-', longPage],
    ['apostrophes', "a'", longPage],
    ['digits with commas', '1,', longPage],
    ['dots', '.', longPage],
    ['combining marks', '\u0301', longPage],
    ['characters of a script without spaces', '理', longPage],
  ])('can be compared even if it consists of %s', (_, text, size) => {
    const all = text.repeat(size / text.length)
    const newer = `board-${all}\n${all}\nboard`
    const { passages } = comparePapers(['board', `board-${all}`, 'end'], ['board', newer, 'end'])
    for (const { beforeText, afterText } of passages) {
      expect(beforeText.length).toBeLessThanOrEqual(300)
      expect(afterText.length).toBeLessThanOrEqual(300)
    }
    expect(passages.length).toBeLessThanOrEqual(3)
  })
})

describe('right-to-left text', () => {
  const before = 'اعتمد مجلس الإدارة ميزانية ٢٠٢٧ بمبلغ 4,200 دولار في جلسة الخريف'

  it('shows its changes at the letters, in the order of the text', () => {
    const after = before.replace('الخريف', 'الربيع')
    const { passages } = comparePapers([before], [after])
    expect(passages).toMatchObject([{ kind: 'changed', beforeText: 'الخريف', afterText: 'الربيع' }])
    const { from, to } = passages[0]!.after[0]!
    expect(pageLetters(after).text.slice(from, to)).toBe('الربيع')
  })

  it('finds right-to-left text equal with and without presentation forms', () => {
    const forms = 'ﻣﺠﻠﺲ ﺍﻹﺩﺍﺭﺓ ﻳﻌﺘﻤﺪ ﺍﻟﻤﻴﺰﺍﻧﻴﺔ'
    expect(comparePapers([forms], [forms.normalize('NFKC')]).passages).toEqual([])
    const marked = 'הַדִּירֶקְטוֹרְיוֹן אִישֵּׁר אֶת הַתַּקְצִיב לַשָּׁנָה הַבָּאָה בְּרֹב קוֹלוֹת'
    expect(comparePapers([marked], [marked]).passages).toEqual([])
    const { passages } = comparePapers([marked], [`${marked} 2027`])
    expect(passages).toMatchObject([{ kind: 'added', afterText: '2027' }])
  })

  it('may be next to left-to-right text', () => {
    const mixed = 'The board (מועצת המנהלים) approves item 7'
    const { passages } = comparePapers([mixed], [mixed.replace('item 7', 'item 8')])
    expect(passages).toMatchObject([{ beforeText: '7', afterText: '8' }])
  })
})

describe('a paper of scans only', () => {
  const scans = Array.from({ length: 2000 }, () => '')

  it('leaves each page to the picture of the same page', () => {
    const { pages, passages, removedPages, changedShare } = comparePapers(scans, scans)
    expect(pages).toEqual(
      scans.map((_, at) => ({ page: at + 1, was: at + 1, verdict: 'withoutText' })),
    )
    expect({ passages, removedPages, changedShare }).toEqual({
      passages: [],
      removedPages: [],
      changedShare: 0,
    })
    expect(comparePapers(scans, scans.slice(3)).removedPages).toEqual([1998, 1999, 2000])
  })

  it('says which pages look different, and that others were not compared', () => {
    const compared = Array.from({ length: 200 }, (_, at) => (at === 4 ? 'different' : 'same'))
    const changes = storedChanges(comparePapers(scans, scans), compared)
    const counts = Map.groupBy(changes.pages, ({ verdict }) => verdict)
    expect(counts.get('looksDifferent')).toEqual([{ page: 5, was: 5, verdict: 'looksDifferent' }])
    expect(counts.get('looksSame')).toHaveLength(199)
    expect(counts.get('uncompared')).toHaveLength(1800)
    expect(summaryOf(changes)).toBe(
      'page 5 looks different; pages 201, 202, 203, 204 and 1796 more could not be compared',
    )
    const same = storedChanges(comparePapers(['', ''], ['', '']), ['same', undefined])
    expect(summaryOf(same)).toBe('page 2 could not be compared; nothing else changed')
  })
})

describe('a paper that is replaced by its scan', () => {
  const paper = ['Minutes of the meeting', 'Budget of the year', 'Report of the auditor']

  it('is said to have no text, and no page of it to be new', () => {
    const changes = comparePapers(paper, ['', '', ''])
    expect(changes).toMatchObject({ withoutText: 'newer', removedPages: [], passages: [] })
    expect(storedChanges(changes, []).pages.map(({ verdict }) => verdict)).toEqual(
      paper.map(() => 'uncompared'),
    )
    expect(comparePapers(['', '', ''], paper)).toMatchObject({ withoutText: 'older' })
    expect(comparePapers(['', ''], ['', ''])).not.toHaveProperty('withoutText')
  })

  it('has pages that can’t be compared if only some are scans', () => {
    const changes = storedChanges(comparePapers(paper, [paper[0]!, '', paper[2]!]), [])
    expect(changes).toMatchObject({ removedPages: [], passages: [] })
    expect(summaryOf(changes)).toBe('page 2 could not be compared; the rest has the same words')
  })
})

describe('the worker that compares', () => {
  const bytesOf = (pages: string[]) => new TextEncoder().encode(JSON.stringify(pages))
  const texts = (...pages: string[]) => ({ older: bytesOf(pages), newer: bytesOf(pages) })
  const comparer = (limits: Partial<typeof comparingWorker>) => {
    const heavyWork = createHeavyWork()
    onTestFinished(heavyWork.stop)
    const kind = { ...comparingWorker, ...limits }
    return (both: TextsToCompare) =>
      heavyWork.run(kind, { by: 'person ada' }, ({ ask }) => ask(both))
  }

  it('gives up on papers that take more memory than it has, and compares the next ones', async () => {
    const compare = comparer({ timeout: 60_000, memoryMb: 32 })
    const huge = Array.from({ length: 30 }, (_, at) => `word${at} `.repeat(longPage / 8))
    expect(await compare(texts(...huge))).toBeUndefined()
    expect(await compare(texts('small'))).toMatchObject({ passages: [] })
  })

  it('gives up on papers that take too long', async () => {
    const compare = comparer({ timeout: 1 })
    const [older, newer] = [1, 2].map((seed) => randomParagraphs(seededChance(seed), 4000))
    expect(await compare({ older: bytesOf(older!), newer: bytesOf(newer!) })).toBeUndefined()
  })
})
