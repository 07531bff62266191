import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { foundInFiles } from '../../adapters/sqlite/erased-bytes-fixture.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { openSqliteSearchIndex } from './sqlite-search-index.ts'

const newFile = () => join(temporaryFolder(), 'search.sqlite')

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
    index.find(q, { limit: 10, only: only && new Set(only) }).hits.map(({ id }) => id)

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

  it('chooses the page that has the words close together', () => {
    const far = `What happens to partners. ${'Many other words. '.repeat(20)} The staff is small.`
    put('a', 'A', [far, 'What happens to the staff of the house.'])
    expect(index.find('what happens to staff', { limit: 10 }).hits[0]).toMatchObject({ page: 2 })
    put('b', 'B', [far])
    put('c', 'C', ['It happens that staff are away.'])
    expect(ids('staff happens')).toEqual(['c', 'a', 'b'])
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
    expect(index.find('reserve', { limit: 10, only: new Set(['b']) }).total).toBe(1)
    expect(index.find('reserve', { limit: 10, only: new Set() }).total).toBe(0)
  })

  it('neither finds nor counts the papers that it leaves out', () => {
    for (const id of ['a', 'b', 'c', 'd']) put(id, 'Reserve', ['reserve'])
    const boosts = new Map([['b', 2]])
    const without = new Set(['a', 'b', 'x'])
    const { hits, total } = index.find('reserve', { limit: 2, without, boosts })
    expect([total, hits.map(({ id }) => id)]).toEqual([2, ['c', 'd']])
    const only = new Set(['b', 'd'])
    expect(index.find('reserve', { limit: 2, only, without, boosts })).toMatchObject({
      total: 1,
      hits: [{ id: 'd' }],
    })
  })

  it('neither finds nor counts the papers of a hidden set, also those that are added later', () => {
    for (const id of ['a', 'b', 'c']) put(id, 'Reserve', ['reserve'])
    const find = (hidden?: number) => {
      const { hits, total } = index.find('reserve', { limit: 10, hidden })
      return [...hits.map(({ id }) => id).toSorted(), total]
    }
    index.hide(1, new Set(['a', 'later']))
    index.hide(2, new Set(['b']))
    expect([find(), find(1), find(2)]).toEqual([
      ['a', 'b', 'c', 3],
      ['b', 'c', 2],
      ['a', 'c', 2],
    ])
    put('later', 'Reserve', ['reserve'])
    put('a', 'Reserve', ['reserve, again'], { version: '2' })
    // Its number goes to the next paper.
    index.remove('a')
    put('d', 'Reserve', ['reserve'])
    expect(find(1)).toEqual(['b', 'c', 'd', 3])
    index.unhide(1)
    expect(() => find(1)).toThrow('no such hidden set')
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

  it('keeps no word of a removed or replaced paper once they were erased, and finds the others as before', () => {
    const file = newFile()
    const index = openSqliteSearchIndex(file)
    const secrets = ['quicksilver', 'zeppelin']
    const found = () => index.find('albatross', { limit: 10 })
    index.put({ ...paper, id: 'removed', pages: [`About ${secrets[0]}`] })
    index.put({ ...paper, id: 'replaced', pages: [`About ${secrets[1]}`] })
    index.put(paper)
    expect(index.hasRemoved()).toBe(false)
    index.remove('removed')
    expect(index.hasRemoved()).toBe(true)
    index.eraseRemoved()
    expect(index.hasRemoved()).toBe(false)
    // From an index that is one segment now.
    index.put({ ...paper, id: 'replaced', pages: ['About nothing'] })
    const before = found()
    index.eraseRemoved()
    // Behind each word’s first letter: the index shares what its words begin with.
    const parts = secrets.flatMap((word) => [word.slice(1), word.slice(1, 8)])
    expect(foundInFiles(file, parts)).toEqual([])
    expect(found()).toEqual(before)
    expect(index.find('quicksilvr', { limit: 10 }).total).toBe(0)
    expect(index.find('albatros', { limit: 10 }).total).toBe(1)
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
