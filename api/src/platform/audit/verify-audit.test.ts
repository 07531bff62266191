import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { createLog } from '../log.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { expireAccess } from './access-retention.ts'
import { createAuditAnchors } from './audit-anchors.ts'

import { withAuditChain } from './audit-chain.ts'
import { accessCollection, anchorsCollection, auditCollection } from './audit-collections.ts'
import { bodyHash, entryId, withHash } from './chain-entry.ts'
import { checkAuditTail } from './check-tail.ts'
import { recordAccess } from './record-access.ts'
import { recordChange } from './record-change.ts'
import { verifyAudit } from './verify-audit.ts'

type Body = Record<string, unknown>

let folder: string
let store: DocumentStore
let db: DatabaseSync
let clock: number
let logged: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'board-portal-audit-'))
  const path = join(folder, 'portal.sqlite')
  store = openSqliteStore({ path })
  db = new DatabaseSync(path)
  clock = Date.UTC(2026, 10, 20, 9)
  logged = []
})
afterEach(async () => {
  db.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

const now = () => new Date((clock += 1000))
const log = createLog((line) => logged.push(line), now)
const anchor = () => createAuditAnchors({ store, now, log }).ensure()
const nextDay = () => void (clock += 86_400_000)
/** A new instance that records these changes, one entry each. */
const write = async (count: number, chained = withAuditChain(store)) => {
  for (let n = 1; n <= count; n++) {
    const change = { at: now(), by: { key: 'admin' as const }, what: 'mapping saved' }
    await recordChange(chained, { ...change, subject: `slot-${n}`, after: { title: `Paper ${n}` } })
  }
  return chained
}

/** Tampers with the database as somebody with access to its file could. */
const ids = (collection: string = auditCollection) =>
  db
    .prepare('SELECT id FROM documents WHERE collection=? ORDER BY id')
    .all(collection)
    .map(({ id }) => String(id))
const bodyAt = (id: string, collection: string = auditCollection): Body => {
  const row = db
    .prepare('SELECT body FROM documents WHERE collection=? AND id=?')
    .get(collection, id)
  return JSON.parse(String(row!['body'])) as Body
}
const put = (id: string, body: Body, collection: string = auditCollection) =>
  void db
    .prepare(
      'INSERT INTO documents VALUES (?,?,1,?,?) ON CONFLICT DO UPDATE SET body=excluded.body',
    )
    .run(collection, id, '2026-11-20T00:00:00.000Z', JSON.stringify(body))
const remove = (id: string, collection: string = auditCollection) =>
  void db.prepare('DELETE FROM documents WHERE collection=? AND id=?').run(collection, id)
/** Rehashes the chain from this entry on, as an attacker who knows the rules would. */
const rehash = (id: string) => {
  let previous: unknown
  for (const later of ids().slice(ids().indexOf(id))) {
    const body = { ...bodyAt(later), ...(previous === undefined ? {} : { previous }) }
    const hash = bodyHash(body)
    put(later, { ...body, hash })
    previous = hash
  }
}

const broken = (kind: string, place?: string) =>
  expect.objectContaining({
    name: 'AuditBreak',
    kind,
    place: place ?? expect.any(String),
    message: expect.any(String),
  })

describe('an untouched audit', () => {
  it('verifies an audit across any restarts, and counts its entries', async () => {
    await write(3)
    await anchor()
    nextDay()
    await write(2)
    await anchor()
    const { newestAnchor, ...counts } = await verifyAudit(store)
    expect(counts).toEqual({ entries: 5, chains: 2, unchained: 0, anchors: 2 })
    expect(newestAnchor).toMatchObject({ day: '2026-11-21' })
    expect(await verifyAudit(store, { anchor: newestAnchor!.hash })).toMatchObject(counts)
    expect(await checkAuditTail(store)).toMatchObject({ newestAnchor: { day: '2026-11-21' } })
  })

  it('verifies an empty audit', async () => {
    expect(await verifyAudit(store)).toMatchObject({ entries: 0, anchors: 0 })
    await checkAuditTail(store)
    await anchor()
    expect(await verifyAudit(store)).toMatchObject({ entries: 0, anchors: 1 })
  })

  it('accepts entries from before there were chains, and counts them', async () => {
    put('0b1c', { at: '2026-10-01T10:00:00.000Z', what: 'mapping saved', subject: 'old' })
    put('ffff', { at: '2026-10-02T10:00:00.000Z', what: 'mapping saved', subject: 'older' })
    await write(2)
    await anchor()
    expect(await verifyAudit(store)).toMatchObject({ entries: 4, unchained: 2 })
  })
})

describe('an anchor', () => {
  it('creates one anchor a day, from whichever instance is first, and logs it', async () => {
    await write(2)
    const made = await Promise.all([anchor(), anchor()])
    expect(made.filter(Boolean)).toHaveLength(1)
    expect(await anchor()).toBe(false)
    nextDay()
    expect(await anchor()).toBe(true)
    const lines = logged.map((line) => JSON.parse(line) as Body)
    expect(lines.map(({ msg, day }) => [msg, day])).toEqual([
      ['audit anchor', '2026-11-20'],
      ['audit anchor', '2026-11-21'],
    ])
    expect(lines[0]).toMatchObject({ previous: null, tails: [{ seq: 2 }] })
    expect(lines[1]).toMatchObject({ previous: lines[0]!['hash'], tails: [] })
  })
})

describe('the access log', () => {
  const day = 86_400_000
  /** One download a day. */
  const download = async (days: number, chained = withAuditChain(store)) => {
    for (let n = 1; n <= days; n++) {
      clock += day
      const by = { uid: 'u', email: 'maria.lopez@larkspur.example' }
      await recordAccess(chained, {
        at: now(),
        by,
        what: 'paper downloaded',
        subject: `paper-${n}`,
      })
    }
    return chained
  }
  const expire = (days: number, chained = withAuditChain(store)) =>
    expireAccess({ store: chained, now, log, keptFor: days * day })

  it('verifies the access log after its old entries were deleted', async () => {
    await download(3)
    await anchor()
    const chained = await download(5)
    await anchor()
    expect(await expire(6, chained)).toBe(2)
    await verifyAudit(store)
    expect(await expire(3, chained)).toBe(3)
    expect(ids(accessCollection)).toHaveLength(3)
    expect(await verifyAudit(store)).toMatchObject({ entries: 3 + 3, anchors: 2 })
    await checkAuditTail(store)
    expect(await expire(0, chained)).toBe(3)
    await write(1)
    expect(await verifyAudit(store)).toMatchObject({ entries: 5 })
  })

  it('chains the access log, and finds a deletion that isn’t recorded', async () => {
    await download(4)
    const [first, second, , last] = ids(accessCollection) as [string, string, string, string]
    await anchor()
    for (const id of [first, second, last]) {
      const before = bodyAt(id, accessCollection)
      remove(id, accessCollection)
      const kind = id === last ? 'cut' : 'missing'
      await expect(verifyAudit(store)).rejects.toEqual(broken(kind, id))
      put(id, before, accessCollection)
    }
    put(second, { ...bodyAt(second, accessCollection), subject: 'x' }, accessCollection)
    await expect(verifyAudit(store)).rejects.toEqual(broken('changed', second))
    put('forged', { at: '2026-11-20T00:00:00.000Z', what: 'signed in' }, accessCollection)
    await expect(verifyAudit(store)).rejects.toEqual(broken('changed', second))
  })

  it('refuses an access log from which more was deleted than is recorded', async () => {
    const chained = await download(6)
    expect(await expire(3, chained)).toBe(3)
    await verifyAudit(store)
    const [next] = ids(accessCollection)
    remove(next!, accessCollection)
    await expect(verifyAudit(store)).rejects.toEqual(broken('missing'))
  })

  it('deletes old entries once when two instances do it at the same time', async () => {
    const chained = await download(4)
    const other = withAuditChain(store)
    await Promise.all([expire(2, chained), expire(2, other)])
    const changes = (await store.list(auditCollection)).documents
    expect(changes).toMatchObject([{ what: 'old sign-ins and downloads deleted' }])
    await verifyAudit(store)
  })
})

describe('tampering', () => {
  /** Four entries, an anchor, three more entries of the same instance. */
  beforeEach(async () => {
    const chained = await write(4)
    await anchor()
    await write(3, chained)
  })

  it('finds a changed field, in any entry', async () => {
    for (const id of ids()) {
      const before = bodyAt(id)
      put(id, { ...before, who: 'someone@else.example' })
      await expect(verifyAudit(store)).rejects.toEqual(broken('changed', id))
      put(id, before)
    }
    await verifyAudit(store)
  })

  it('finds a changed entry with a new hash by the entry after it', async () => {
    const id = ids()[1]!
    put(id, withHash({ ...bodyAt(id), subject: 'other' }))
    await expect(verifyAudit(store)).rejects.toEqual(broken('rewritten', id))
  })

  it('finds an entry that is missing at the start or in the middle', async () => {
    for (const id of ids().slice(0, -1)) {
      const before = bodyAt(id)
      remove(id)
      await expect(verifyAudit(store)).rejects.toEqual(broken('missing', id))
      put(id, before)
    }
  })

  it('finds an end that was cut off before the newest anchor', async () => {
    for (const id of ids().slice(3)) remove(id)
    await expect(verifyAudit(store)).rejects.toEqual(broken('cut'))
    await expect(checkAuditTail(store)).rejects.toEqual(broken('cut'))
  })

  it('finds an end that was cut off since the newest anchor, once the portal has restarted and continued', async () => {
    const cut = ids().at(-1)!
    await write(1)
    remove(cut)
    await expect(verifyAudit(store)).rejects.toEqual(broken('cut', cut))
  })

  it('finds a chain that was removed completely', async () => {
    for (const id of ids()) remove(id)
    await expect(verifyAudit(store)).rejects.toEqual(broken('cut'))
  })

  it('finds two entries that were swapped', async () => {
    const [, id, other] = ids() as [string, string, string]
    const [first, second] = [bodyAt(id), bodyAt(other)]
    put(id, second)
    put(other, first)
    await expect(verifyAudit(store)).rejects.toEqual(broken('reordered', id))
    const numbered = (body: Body, at: Body) => withHash({ ...body, seq: at['seq'] })
    put(id, numbered(second, first))
    put(other, numbered(first, second))
    await expect(verifyAudit(store)).rejects.toEqual(broken('rewritten'))
  })

  it('finds an inserted entry, with and without a chain', async () => {
    clock += 2 * 3_600_000
    const at = now().toISOString()
    put('forged', { at, what: 'mapping saved', subject: 'x' })
    await expect(verifyAudit(store)).rejects.toEqual(broken('inserted', 'forged'))
    put('forged', { at: '2026-01-01T00:00:00.000Z', what: 'mapping saved', subject: 'x' })
    await expect(verifyAudit(store)).rejects.toEqual(broken('inserted'))
    remove('forged')
    const last = bodyAt(ids().at(-1)!)
    const seq = Number(last['seq']) + 1
    put(entryId(String(last['chain']), seq), { ...last, seq })
    await expect(verifyAudit(store)).rejects.toEqual(broken('changed'))
    await expect(checkAuditTail(store)).rejects.toEqual(broken('changed'))
  })

  it('finds a chain that was rewritten with new hashes by the anchor', async () => {
    const id = ids()[1]!
    put(id, { ...bodyAt(id), subject: 'other' })
    rehash(id)
    await expect(verifyAudit(store)).rejects.toEqual(broken('rewritten', ids()[3]))
    await expect(checkAuditTail(store)).rejects.toEqual(broken('rewritten', ids()[3]))
  })

  it('finds a chain and anchors that were rewritten by the anchor in the log', async () => {
    const { hash } = JSON.parse(logged[0]!) as { hash: string }
    const id = ids()[1]!
    put(id, { ...bodyAt(id), subject: 'other' })
    rehash(id)
    const day = ids(anchorsCollection)[0]!
    const stored = bodyAt(day, anchorsCollection)
    const [tail] = stored['tails'] as Body[]
    const tails = [{ ...tail, hash: bodyAt(ids()[3]!)['hash'] }]
    put(day, withHash({ ...stored, tails }), anchorsCollection)
    await verifyAudit(store)
    await expect(verifyAudit(store, { anchor: hash })).rejects.toEqual(broken('cut', hash))
  })

  it('finds a changed, a missing and a removed anchor', async () => {
    nextDay()
    await anchor()
    nextDay()
    await anchor()
    const [first, second] = ids(anchorsCollection) as [string, string]
    const before = bodyAt(second, anchorsCollection)
    put(second, { ...before, tails: [], at: 'never' }, anchorsCollection)
    await expect(verifyAudit(store)).rejects.toEqual(broken('changed', second))
    remove(second, anchorsCollection)
    await expect(verifyAudit(store)).rejects.toEqual(broken('missing', '2026-11-22'))
    put(second, before, anchorsCollection)
    remove(first, anchorsCollection)
    await expect(verifyAudit(store)).rejects.toEqual(broken('missing', second))
  })

  it('finds an old entry without a chain that was changed or removed', async () => {
    remove(ids(anchorsCollection)[0]!, anchorsCollection)
    put('0b1c', { at: '2026-10-01T10:00:00.000Z', what: 'mapping saved', subject: 'old' })
    await anchor()
    await verifyAudit(store)
    put('0b1c', { at: '2026-10-01T10:00:00.000Z', what: 'mapping saved', subject: 'new' })
    await expect(verifyAudit(store)).rejects.toEqual(broken('changed'))
    remove('0b1c')
    await expect(verifyAudit(store)).rejects.toEqual(broken('missing'))
  })

  it('finds tampering in random histories of instances, days and changes, wherever it happens', async () => {
    const days = fc.array(fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }), {
      minLength: 1,
      maxLength: 3,
    })
    const history = async (starts: number[][], place: number, how: number) => {
      db.exec('DELETE FROM documents')
      for (const day of starts) {
        for (const count of day) await write(count)
        nextDay()
        await anchor()
      }
      await verifyAudit(store)
      await checkAuditTail(store)
      const all = ids()
      if (all.length === 0) return
      const id = all[place % all.length]!
      if (how === 0) remove(id)
      else if (how === 1) put(id, { ...bodyAt(id), at: '2026-01-01T00:00:00.000Z' })
      else put(id, withHash({ ...bodyAt(id), subject: 'other' }))
      await expect(verifyAudit(store)).rejects.toEqual(
        expect.objectContaining({ name: 'AuditBreak' }),
      )
    }
    await fc.assert(fc.asyncProperty(days, fc.nat({ max: 30 }), fc.nat({ max: 2 }), history), {
      numRuns: process.env['TEST_LONG'] ? 200 : 15,
    })
  })
})
