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

type Hits = { hits: { id: string; snippet?: Snippet }[] }
type Entry = { id: string; title: string; text: string }

function findPapers(entries: Entry[], q: string): Hits {
  const index = openSqliteSearchIndex(newFile())
  for (const { id, title, text } of entries) {
    index.put({ id, title, name: `${title}.pdf`, path: '', pages: [text], version: '1' })
  }
  try {
    return index.find(q, 10)
  } finally {
    index.close()
  }
}
const findInList = (entries: Entry[], q: string): Hits =>
  createEntryIndex(entries.map((entry) => ({ ...entry, path: '' }))).find(q, 10)

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
    index.find(q, 10, only && ((id) => only.includes(id))).hits.map(({ id }) => id)

  it('finds a page by its words, and returns its number and a snippet', () => {
    put('budget', 'Budget', ['The first page.', 'The grants budget rises to 1,250,000 dollars.'])
    put('bylaws', 'Bylaws', ['Officers are elected every year.'])
    const { hits, total } = index.find('grants 1250000', 10)
    expect([total, hits.length]).toEqual([1, 1])
    expect(hits[0]).toMatchObject({ id: 'budget', page: 2, pages: 1 })
    const { text, marks } = hits[0]!.snippet!
    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['grants', '1,250,000'])
  })

  it('finds a paper without text by its name and folder, without a page', () => {
    put('sheet', 'Spend-down Model', [], { name: 'Spend-down Model.xlsx', path: '2026/Models' })
    expect(index.find('spend model', 10).hits).toEqual([{ id: 'sheet', pages: 0 }])
    expect(ids('xlsx')).toEqual(['sheet'])
    expect(ids('2026 models')).toEqual(['sheet'])
  })

  it('returns one hit per paper with its number of matching pages, up to the limit', () => {
    put('a', 'A', ['reserve', 'nothing', 'reserve and more of it'])
    put('b', 'B', ['reserve'])
    const { hits, total } = index.find('reserve', 10)
    expect([hits.find(({ id }) => id === 'a')?.pages, total]).toEqual([2, 2])
    expect(index.find('reserve', 1)).toMatchObject({ hits: { length: 1 }, total: 2 })
  })

  it('chooses the page that contains the most words', () => {
    put('a', 'A', ['the reserve', 'the roof', 'a reserve for the roof'])
    expect(index.find('reserve roof', 10).hits[0]).toMatchObject({ page: 3 })
  })

  it('finds and counts only the papers of a filter', () => {
    put('a', 'A', ['reserve'])
    put('b', 'B', ['reserve'])
    expect(ids('reserve', ['b'])).toEqual(['b'])
    expect(index.find('reserve', 10, (id) => id === 'b').total).toBe(1)
    expect(index.find('reserve', 10, () => false).total).toBe(0)
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
    const { hits, total } = index.find('pelican', 50)
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
    expect(next.find('albatros', 10).total).toBe(1)
    expect(next.find('albitross', 10).total).toBe(1)
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
    expect(index.find('albatross', 10).total).toBe(1)
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
    expect(next.find('albatross', 10).total).toBe(1)
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
    expect([index.versions().size, index.find('albatross', 10).total]).toEqual([0, 0])
    db.exec('DROP TRIGGER full')
    db.close()
    index.put(paper)
    expect(index.find('albatros', 10).total).toBe(1)
    index.close()
  })
})
