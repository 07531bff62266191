import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { createEntryIndex } from './entry-index.ts'
import type { Snippet } from './search-snippet.ts'
import { openSqliteSearchIndex } from './sqlite-search-index.ts'

const newFile = () => join(temporaryFolder(), 'search.sqlite')

type Hits = { hits: { id: string; snippet?: Snippet; tier: number }[] }
type Entry = { id: string; title: string; text: string }

function findPapers(entries: Entry[], q: string): Hits {
  const index = openSqliteSearchIndex(newFile())
  for (const { id, title, text } of entries) {
    index.put({ id, title, name: `${title}.pdf`, path: '', pages: [text], version: '1' })
  }
  try {
    return index.find(q, { limit: 10 })
  } finally {
    index.close()
  }
}
const findInList = (entries: Entry[], q: string): Hits =>
  createEntryIndex(entries.map((entry) => ({ ...entry, path: '' }))).find(q, { limit: 10 })

describe.each([
  ['papers', findPapers],
  ['a list', findInList],
])('the words of %s', (_, findIn) => {
  let entries: Entry[]
  beforeEach(() => {
    entries = []
  })
  const put = (id: string, title: string, text = '') => entries.push({ id, title, text })
  const find = (q: string) => findIn(entries, q)
  const ids = (q: string) => find(q).hits.map(({ id }) => id)

  it('matches prefixes and near misses, regardless of case and accents', () => {
    put('minutes', 'Minutes', 'Señora Núñez presented the conservation easements.')
    for (const q of ['conserv', 'conservaton', 'NUNEZ', 'núñez', 'senora easements', 'easments']) {
      expect(ids(q), q).toEqual(['minutes'])
    }
    const { text, marks } = find('conservaton').hits[0]!.snippet!
    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['conservation'])
  })

  it('finds a word with two letters swapped', () => {
    put('a', 'Plan', 'The reserve, the budget and the docket')
    for (const q of ['reserev', 'budegt', 'obdget docekt']) expect(ids(q), q).toEqual(['a'])
    const { text, marks } = find('budegt').hits[0]!.snippet!
    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['budget'])
  })

  it('finds a word that is divided at the end of a line, and marks it', () => {
    put('a', 'Plan', 'A long-\nterm plan for the conserva-\ntion of the lake')
    for (const q of ['conservation', 'long-term', 'conservation plan']) {
      expect(ids(q), q).toEqual(['a'])
    }
    expect(find('conservation').hits[0]!.snippet).toEqual({
      text: 'A long-term plan for the conservation of the lake',
      marks: [{ start: 25, end: 37 }],
    })
  })

  it('finds a possessive by its word, and nothing by its ending', () => {
    put('a', 'Plan', 'The foundation’s reserve')
    put('b', 'Minutes', 'She said so.')
    for (const q of ["foundation's", 'foundation’s', 'foundation']) expect(ids(q)).toEqual(['a'])
  })

  it.each([
    ['12,5 %', 'A share of 12.5% of the endowment'],
    ['12.5%', 'A share of 12,5 % of the endowment'],
    ['7/14/2033', 'It matures on July 14, 2033.'],
    ['July 14, 2033', 'It matures on 7/14/2033.'],
    ['14 July 2033', 'It matures on 2033-07-14.'],
    ['14.7.2033', 'It matures on Jul 14th, 2033.'],
    ['1 234 567,89', 'A balance of $1,234,567.89'],
    ['1,234,567.89', 'A balance of 1\u202F234\u202F567,89 €'],
    ['1234567.89', 'A balance of CHF 1’234’567.89'],
    ['1250000', 'A balance of 1 250 000'],
    ['DE89 3704 0044 0532 0130 00', 'To DE89370400440532013000'],
    ['de89370400440532013000', 'To DE89 3704 0044 0532 0130 00'],
    ['4417 1234 5678 9113', 'The account 4417123456789113'],
    ['95-1234567', 'The number 951234567 of the tax office'],
    ['AT&T', 'Bonds of AT&T and others'],
    ['at & t', 'Bonds of AT&T and others'],
    ['501(c)(3)', 'A charity under section 501(c)(3)'],
    ['501c3', 'A charity under section 501(c)(3)'],
    ['spenddown', 'The spend-down of the endowment'],
    ['spend-down', 'The spenddown of the endowment'],
    ['e-mail', 'Sent by email'],
    ['grants policies', 'The grant policy'],
    ['approving', 'The board approved it'],
    ['isik thorunn dordevic', 'Işık, Þórunn and Đorđević'],
    ['Iþıø', 'Ithio'],
    ['café', 'cafe\u0301'],
    ['cafe\u0301', 'café'],
  ])('finds %j in %j', (q, text) => {
    put('right', 'One', `Before it. ${text}`)
    put('wrong', 'Two', 'At the 7 boards, 14 of 1, 234 and 501 are here: 12 and 5.')
    expect(ids(q)[0]).toBe('right')
    expect(find(q).hits[0]!.snippet!.marks).not.toEqual([])
  })

  it('marks a date in the spelling of the text', () => {
    put('a', 'Plan', 'It matures on July 14, 2033, at par.')
    const { text, marks } = find('7/14/2033').hits[0]!.snippet!
    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['July 14, 2033'])
  })

  it('finds words in quotation marks next to each other only', () => {
    put('phrase', 'One', 'The line of credit was renewed.')
    put('words', 'Two', 'Credit is a line in the table.')
    expect(ids('"line of credit"')).toEqual(['phrase'])
    expect(ids('“Line of Cre')).toEqual(['phrase'])
    expect(ids('"credit was" line')).toEqual(['phrase'])
    expect(ids('credit line')).toHaveLength(2)
    expect(ids('"lines"')).toEqual([])
  })

  it('neither needs nor marks common words, unless there are no others', () => {
    put('a', 'One', 'Of the nine banks, two gave a line of credit.')
    put('b', 'Two', 'Of nine of the others, none did.')
    expect(ids('the line of credit')).toEqual(['a'])
    const { text, marks } = find('the line of credit').hits[0]!.snippet!
    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['line of credit'])
    expect(ids('of the')).toHaveLength(2)
  })

  it('ranks the one with all words on a page before those with some of them', () => {
    put('title', 'Credit', 'Nothing else')
    put('text', 'Minutes', 'The line of credit was renewed in spring.')
    const { hits } = find('credit renewed')
    expect(hits.map(({ id, tier }) => [id, tier])).toEqual([['text', 0]])
    expect(find('credit zeppelin').hits.every(({ tier }) => tier === 2)).toBe(true)
  })

  it('tells a decimal fraction from a whole number', () => {
    put('a', 'Plan', 'A grant of $1.2 million')
    put('b', 'Plan', 'A grant of $12 million, of 120 grants')
    expect(ids('$1.2 million')).toEqual(['a'])
    expect(ids('12 million')).toEqual(['b'])
    expect(ids('1.')).toEqual(expect.arrayContaining(['a', 'b']))
  })

  it('finds the words of scripts that are written without spaces', () => {
    put('a', 'Plan', '董事会批准了二〇二六年预算。')
    put('b', 'Plan', '会议')
    expect(ids('预算')).toEqual(['a'])
    const { text, marks } = find('预算').hits[0]!.snippet!
    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['预算'])
  })

  it('matches neither the middle of a word nor near misses of a short word', () => {
    put('a', 'Plan', 'The conservation plan of 2026')
    for (const q of ['servation', 'pan', '2027']) expect(ids(q), q).toEqual([])
  })

  it('ranks a match in the name before one in the text, and that before a near miss', () => {
    put('near', 'Minutes', 'We spoke of travels, and of the pollicy.')
    put('text', 'Minutes', 'We spoke of the travel policy and of forty other things.')
    put('name', 'Travel Policy', 'Who flies, how, and who pays.')
    expect(ids('travel policy')).toEqual(['name', 'text', 'near'])
    put('near name', 'Pollicy of Travels')
    expect(ids('travel policy').slice(0, 2)).toEqual(['name', 'text'])
  })

  it('requires every word if an entry has them all, and otherwise any of them', () => {
    put('both', 'One', 'audit committee')
    put('half', 'Two', 'audit alone')
    expect(ids('audit committee')).toEqual(['both'])
    expect(ids('audit zeppelin')).toHaveLength(2)
    expect(ids('zeppelin')).toEqual([])
  })

  it.each(['"', '* OR', 'title:', 'NEAR(a b)', '½', '\u0000', '-', 'a AND NOT b', '₂₂ ́'])(
    'reads %j as words, never as query syntax',
    (q) => {
      put('a', 'Unrelated', 'pelican')
      expect(ids(q)).toEqual([])
    },
  )
})

describe('the index of papers', () => {
  let index: ReturnType<typeof openSqliteSearchIndex>
  beforeEach(() => {
    index = openSqliteSearchIndex(newFile())
  })
  afterEach(() => index.close())

  const put = (
    id: string,
    title: string,
    pages: string[] = [],
    change: Partial<Parameters<typeof index.put>[0]> = {},
  ) =>
    index.put({
      id,
      title,
      name: `${title}.pdf`,
      path: '2026/Q4',
      pages,
      version: '1',
      ...change,
    })
  const ids = (q: string, only?: string[]) =>
    index
      .find(q, { limit: 10, isWanted: only && ((id) => only.includes(id)) })
      .hits.map(({ id }) => id)

  it('finds a page by its words, and returns its number and a snippet', () => {
    put('budget', 'Budget', ['The first page.', 'The grants budget rises to 1,250,000 dollars.'])
    put('bylaws', 'Bylaws', ['Officers are elected every year.'])
    const { hits, total } = index.find('grants 1250000', { limit: 10 })
    expect([total, hits.length]).toEqual([1, 1])
    expect(hits[0]).toMatchObject({ id: 'budget', page: 2, pages: 1 })
    const { text, marks } = hits[0]!.snippet!
    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['grants', '1,250,000'])
  })

  it('finds a paper without text by its name and folder, without a page', () => {
    put('sheet', 'Spend-down Model', [], { name: 'Spend-down Model.xlsx', path: '2026/Models' })
    expect(index.find('spend model', { limit: 10 }).hits).toMatchObject([{ id: 'sheet', pages: 0 }])
    expect(ids('xlsx')).toEqual(['sheet'])
    expect(ids('2026 models')).toEqual(['sheet'])
  })

  it('returns one hit per paper with its number of matching pages, up to the limit', () => {
    put('a', 'A', ['reserve', 'nothing', 'reserve and more of it'])
    put('b', 'B', ['reserve'])
    const { hits, total } = index.find('reserve', { limit: 10 })
    expect([hits.find(({ id }) => id === 'a')?.pages, total]).toEqual([2, 2])
    expect(index.find('reserve', { limit: 1 })).toMatchObject({ hits: { length: 1 }, total: 2 })
  })

  it('chooses the page that contains the most words', () => {
    put('a', 'A', ['the reserve', 'the roof', 'a reserve for the roof'])
    expect(index.find('reserve roof', { limit: 10 }).hits[0]).toMatchObject({ page: 3 })
  })

  it('chooses the page that says most of what every page has in its running title', () => {
    const running = 'Grants docket of the spring'
    put('a', 'A', [
      `${running} River Keepers and others`,
      `${running} River Keepers, River Keepers`,
      running,
    ])
    expect(index.find('grants docket river keepers', { limit: 10 }).hits[0]).toMatchObject({
      page: 2,
    })
  })

  it('ranks a paper whose words are on different pages after one that has them on a page', () => {
    put('long', 'Book', ['the reserve', 'the roof', 'the spring'])
    put('short', 'Plan', ['A reserve for the roof, from the spring of a year that follows'])
    const { hits, total } = index.find('reserve roof spring', { limit: 10 })
    expect([hits.map(({ id, tier }) => [id, tier]), total]).toEqual([
      [
        ['short', 0],
        ['long', 2],
      ],
      2,
    ])
  })

  it('prefers papers with a factor among those that fit as well, and finds them among many', () => {
    for (let n = 0; n < 40; n += 1) put(`paper-${n}`, 'Budget', ['the reserve'])
    const find = (boosts: ReadonlyMap<string, number>) =>
      index.find('reserve', { limit: 3, boosts }).hits.map(({ id }) => id)
    expect(find(new Map([['paper-39', 1.05]]))[0]).toBe('paper-39')
    expect(find(new Map([['paper-0', 0.9]]))).not.toContain('paper-0')
  })

  it('finds and counts only the papers of a filter', () => {
    put('a', 'A', ['reserve'])
    put('b', 'B', ['reserve'])
    expect(ids('reserve', ['b'])).toEqual(['b'])
    expect(index.find('reserve', { limit: 10, isWanted: (id) => id === 'b' }).total).toBe(1)
    expect(index.find('reserve', { limit: 10, isWanted: () => false }).total).toBe(0)
  })

  it('replaces and removes papers', () => {
    put('a', 'First', ['albatross', 'albatross'])
    put('a', 'Second', ['pelican'], { version: '2' })
    expect([ids('albatross'), ids('first'), ids('pelican')]).toEqual([[], [], ['a']])
    expect([...index.versions()]).toEqual([['a', '2']])
    index.remove('a')
    index.remove('unknown')
    expect([ids('pelican'), index.versions().size]).toEqual([[], 0])
  })

  it('replaces papers in any order, as if their texts arrive later', () => {
    const numbers = Array.from({ length: 40 }, (_, n) => n)
    for (const n of numbers) put(`paper-${n}`, `Paper ${n}`)
    for (const n of numbers.toReversed()) put(`paper-${n}`, `Paper ${n}`, ['cover', 'pelican'])
    const { hits, total } = index.find('pelican', { limit: 50 })
    expect(total).toBe(40)
    expect(new Set(hits.map(({ page }) => page))).toEqual(new Set([2]))
    expect(new Set(hits.map(({ id }) => id)).size).toBe(40)
  })
})

describe('the file of an index', () => {
  const paper = { id: 'a', title: 'A', name: 'A.pdf', path: '', pages: ['albatross'], version: '1' }

  it('keeps papers and spellings for the next start', () => {
    const file = newFile()
    const index = openSqliteSearchIndex(file)
    index.put(paper)
    index.close()
    const next = openSqliteSearchIndex(file)
    expect([...next.versions()]).toEqual([['a', '1']])
    expect(next.find('albatros', { limit: 10 }).total).toBe(1)
    expect(next.find('albitross', { limit: 10 }).total).toBe(1)
    next.close()
  })

  it('waits for another process that writes to it', async () => {
    const file = newFile()
    const index = openSqliteSearchIndex(file)
    const writes = new Worker(
      `const { DatabaseSync } = require('node:sqlite')
      const { parentPort, workerData } = require('node:worker_threads')
      const db = new DatabaseSync(workerData)
      db.exec('BEGIN IMMEDIATE')
      parentPort.postMessage('locked')
      setTimeout(() => db.exec('COMMIT'), 100)`,
      { eval: true, workerData: file },
    )
    await once(writes, 'message')
    index.put(paper)
    expect(index.find('albatross', { limit: 10 }).total).toBe(1)
    index.close()
    await writes.terminate()
  })

  it('starts empty again if it was damaged', () => {
    const file = newFile()
    const index = openSqliteSearchIndex(file)
    index.put(paper)
    index.close()
    writeFileSync(file, Buffer.concat([Buffer.from('not a database'), readFileSync(file)]))
    const next = openSqliteSearchIndex(file)
    expect(next.versions().size).toBe(0)
    next.put(paper)
    expect(next.find('albatross', { limit: 10 }).total).toBe(1)
    next.close()
  })

  it('starts empty again if another version of the portal wrote it', () => {
    const file = newFile()
    const db = new DatabaseSync(file)
    db.exec('CREATE TABLE papers (n); PRAGMA user_version=99;')
    db.close()
    const index = openSqliteSearchIndex(file)
    expect(index.versions().size).toBe(0)
    index.close()
  })

  it('stores nothing of a paper that could not be added', () => {
    const file = newFile()
    const index = openSqliteSearchIndex(file)
    const db = new DatabaseSync(file)
    db.exec(
      "CREATE TRIGGER full BEFORE INSERT ON pages BEGIN SELECT RAISE(ABORT, 'disk is full'); END",
    )
    expect(() => index.put(paper)).toThrow('disk is full')
    expect([index.versions().size, index.find('albatross', { limit: 10 }).total]).toEqual([0, 0])
    db.exec('DROP TRIGGER full')
    db.close()
    index.put(paper)
    expect(index.find('albatros', { limit: 10 }).total).toBe(1)
    index.close()
  })
})
