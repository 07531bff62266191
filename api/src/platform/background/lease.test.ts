import { expect, it } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import * as z from 'zod/mini'
import {
  heldLease,
  isHeld,
  laterToken,
  LeaseLost,
  leaseOf,
  leaseTime,
  mustHold,
  processId,
  releasedLease,
} from './lease.ts'

const now = new Date('2026-11-27T09:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)
/** A database that several processes use, which can't know whether one of them has ended. */
const shared = {}

it('holds a lease until it expires, for its own process and for others', () => {
  const own = heldLease(1, now)
  for (const lease of [own, { ...own, holder: 'another' }]) {
    expect(isHeld(shared, lease, later(leaseTime - 1))).toBe(true)
    expect(isHeld(shared, lease, later(leaseTime))).toBe(false)
  }
})

it('ends a lease that a clock a day ahead has written, so that its job isn’t held until then', () => {
  const day = 86_400_000
  const ahead = { ...heldLease(1, later(day)), holder: 'another' }
  expect(isHeld(shared, ahead, now)).toBe(false)
  expect(isHeld(shared, ahead, later(day))).toBe(true)
})

it('ends a lease that its process releases, and keeps its token', () => {
  const released = releasedLease(7, now)
  expect(released).toMatchObject({ token: 7, holder: processId })
  expect(isHeld(shared, released, now)).toBe(false)
})

it.each(['localhost:1', 'localhost:93ff6ad3-5bbd-4d37-8d8c-7ef40a5c3a0c:1', 'elsewhere:4711'])(
  'holds a lease that an earlier version has written as %s until it expires',
  (holder) => {
    const lease = { token: 'c7a2', holder, expiresAt: later(20_000).toISOString() }
    expect(isHeld(shared, lease, later(19_999))).toBe(true)
    expect(isHeld(shared, lease, later(20_000))).toBe(false)
  },
)

it('ends the leases of all earlier processes of a database that one process at a time can open', async () => {
  const store = openSqliteStore({ path: ':memory:' })
  const own = heldLease(1, now)
  expect(isHeld(store, own, now)).toBe(true)
  expect(isHeld(store, { ...own, holder: 'earlier' }, now)).toBe(false)
  expect(isHeld(store, { ...own, holder: 'localhost:1' }, now)).toBe(false)
  await store.close()
})

it('lets a run write only while the record has its own token and holder', () => {
  const own = heldLease(2, now)
  expect(() => mustHold(own, 2)).not.toThrow()
  expect(() => mustHold(undefined, 2)).toThrow(LeaseLost)
  expect(() => mustHold({ ...own, token: 3 }, 2)).toThrow(LeaseLost)
  // An earlier version took it over without a token, and after that another process.
  expect(() => mustHold({ ...own, holder: 'another' }, 2)).toThrow(LeaseLost)
})

it('reads a lease that an earlier version has stored without a token', () => {
  const stored = { holder: 'earlier', expiresAt: now.toISOString() }
  expect(z.parse(leaseOf(laterToken), stored)).toEqual({ ...stored, token: 0 })
})
