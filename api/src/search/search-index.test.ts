import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'
import { createMemorySearchIndex } from './memory-search-index.ts'
import { searchIndexSuite } from './search-index-suite.ts'
import { openSqliteSearchIndex } from './sqlite-search-index.ts'

const newFile = () => join(temporaryFolder(), 'search.sqlite')

searchIndexSuite('the index in memory', createMemorySearchIndex)
searchIndexSuite('the index in a file', () => openSqliteSearchIndex(newFile()))

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
