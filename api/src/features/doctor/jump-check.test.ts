import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { settledTime } from '../../platform/background/settled-time.ts'
import { silentLog } from '../../platform/log.ts'
import { runChecks } from './finding.ts'
import { jumpCheck } from './jump-check.ts'

describe('the clock', () => {
  it('warns while nothing is deleted because it has jumped ahead', async () => {
    const store = openSqliteStore({ path: ':memory:' })
    const check = async () => (await runChecks([jumpCheck({ open: async () => store })]))[0]!
    const lookAt = (time: string) =>
      settledTime({ store, now: () => new Date(time), log: silentLog })
    await lookAt('2026-11-24T09:00:00Z')
    expect(await check()).toMatchObject({ verdict: 'ok' })
    await lookAt('2027-11-24T09:00:00Z')
    const { verdict, message } = await check()
    expect(verdict).toBe('caution')
    expect(message).toContain('nothing is deleted for its age until 2027-12-01T09:00:00.000Z')
    await store.close()
  })
})
