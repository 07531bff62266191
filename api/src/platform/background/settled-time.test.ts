import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { createLog } from '../log.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { settledTime } from './settled-time.ts'

const hour = 3_600_000
const day = 24 * hour
const year = 365 * day
const begin = Date.parse('2026-11-24T09:00:00Z')

let store: DocumentStore
let logged: string[]
beforeEach(() => {
  store = openSqliteStore({ path: ':memory:' })
  logged = []
  onTestFinished(() => store.close())
})

/** What the time counts as after a look at a clock that shows `begin` and this many ms. */
async function look(ms: number): Promise<number> {
  const now = () => new Date(begin + ms)
  const log = createLog((line) => logged.push(line), now)
  return (await settledTime({ store, now, log })).getTime() - begin
}

it('is the clock’s time while the clock proceeds, and after a weekend', async () => {
  for (const ms of [0, 1000, hour, 25 * hour, 25 * hour + 2.9 * day]) {
    expect(await look(ms)).toBe(ms)
  }
  expect(logged).toEqual([])
})

it('stays before a jump of a year for a week, and then follows the clock', async () => {
  await look(0)
  expect(await look(year)).toBe(0)
  for (let ms = 0; ms < 7 * day; ms += 12 * hour) expect(await look(year + ms)).toBe(0)
  expect(await look(year + 7 * day)).toBe(year + 7 * day)
  expect(logged.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      level: 'warn',
      msg: 'the clock has jumped ahead: nothing is deleted for its age',
      from: '2026-11-24T09:00:00.000Z',
      until: '2027-12-01T09:00:00.000Z',
    },
  ])
})

it('follows the clock at once when it is set right again', async () => {
  await look(0)
  await look(year)
  // Corrected, but not yet by enough.
  expect(await look(year - hour)).toBe(0)
  expect(await look(2 * hour)).toBe(2 * hour)
  expect(await look(26 * hour)).toBe(26 * hour)
})

it('never trusts an instance whose clock is a year ahead of another’s', async () => {
  await look(0)
  for (let ms = hour; ms < 20 * day; ms += 12 * hour) {
    expect(await look(year + ms)).toBeLessThanOrEqual(ms)
    expect(await look(ms)).toBe(ms)
  }
})

it('waits again if the clock jumps again, and counts from before the first jump', async () => {
  await look(0)
  await look(year)
  expect(await look(2 * year)).toBe(0)
  expect(await look(2 * year + 6 * day)).toBe(0)
})

it('follows a clock that is set back', async () => {
  await look(0)
  expect(await look(-year)).toBe(-year)
  expect(await look(-hour)).toBe(-year)
})
