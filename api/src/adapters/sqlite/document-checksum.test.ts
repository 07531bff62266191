import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { type DocumentRow, isIntact, withChecksum } from './document-checksum.ts'
import { openSqliteStore } from './sqlite-document-store.ts'

const { signal } = new AbortController()
const file = () => join(temporaryFolder(), 'portal.sqlite')

/** A closed database with an agenda of Q4. */
async function agendaFile(): Promise<string> {
  const path = file()
  const store = openSqliteStore({ path })
  await store.create('agendas', '2026-Q4', { time: '10:00', title: 'Q4 meeting' })
  await store.create('agendas', '2026-Q3', { time: '09:00', title: 'Q3 meeting' })
  await store.close()
  return path
}

/** Flips the lowest bit of the byte at the end of this text, wherever it is in the file. */
function flipByte(path: string, text: string): void {
  const bytes = readFileSync(path)
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) {
    bytes[at + text.length - 1]! ^= 1
  }
  writeFileSync(path, bytes)
}

describe('a document', () => {
  it('is refused with a flipped bit that leaves it valid JSON, and others are still read', async () => {
    const path = await agendaFile()
    flipByte(path, '"10:00')
    const store = openSqliteStore({ path })
    const refusal = { code: 'unavailable', message: expect.stringContaining('is damaged') }
    await expect(store.get('agendas', '2026-Q4')).rejects.toMatchObject(refusal)
    await expect(store.list('agendas')).rejects.toMatchObject(refusal)
    expect(await store.get('agendas', '2026-Q3')).toMatchObject({ time: '09:00' })
    await store.close()
  })

  it('is found by the check of the database, by its collection', async () => {
    const path = await agendaFile()
    flipByte(path, 'Q3 meeting')
    const store = openSqliteStore({ path })
    expect(await store.maintenance!.check(signal)).toEqual(['altered in agendas: 1 document'])
    await store.close()
  })

  it('is intact without a checksum, as an earlier release stores it, and gets one when it is saved', async () => {
    const path = await agendaFile()
    const former = new DatabaseSync(path)
    former.exec("UPDATE documents SET body=json_set(body, '$.time', '11:00')")
    const bodies = () => former.prepare('SELECT body FROM documents ORDER BY id DESC').all()
    expect(bodies()[0]).toMatchObject({ body: expect.stringMatching(/\}$/) })
    const store = openSqliteStore({ path })
    expect(await store.maintenance!.check(signal)).toEqual([])
    const { revision } = (await store.get('agendas', '2026-Q4'))!
    await store.update('agendas', '2026-Q4', { time: '12:00' }, revision)
    expect(bodies()[0]).toMatchObject({ body: expect.stringMatching(/\}\s{16}$/) })
    former.close()
    await store.close()
  })

  it('is read by an earlier release, and found by its fields', async () => {
    const db = new DatabaseSync(await agendaFile())
    const sql = "SELECT id, body FROM documents WHERE json_extract(body, '$.time')='10:00'"
    const row = db.prepare(sql).get()!
    expect(row['id']).toBe('2026-Q4')
    expect(JSON.parse(String(row['body']))).toEqual({ time: '10:00', title: 'Q4 meeting' })
    db.close()
  })
})

describe('the checksum', () => {
  const row: DocumentRow = {
    collection: 'notes',
    id: 'maria@budget@1',
    revision: 3,
    updated_at: '2026-11-28T10:00:00.000Z',
    body: '{"text":"Zürich 水"}',
  }
  const sealed = { ...row, body: withChecksum(row) }

  it('notices each flipped bit of a body', () => {
    const bytes = Buffer.from(sealed.body)
    expect(isIntact(sealed)).toBe(true)
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      const body = changed.toString()
      expect(isIntact({ ...sealed, body }), body).toBe(false)
    }
  })

  it.each([
    { collection: 'agendas' },
    { id: 'maria@budget@2' },
    { revision: 4 },
    { updated_at: '2026-11-28T10:00:00.001Z' },
  ])('covers the rest of the row: %o', (change) => {
    expect(isIntact({ ...sealed, ...change })).toBe(false)
  })
})
