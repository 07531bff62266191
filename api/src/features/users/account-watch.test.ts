import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoryAccounts } from '../../adapters/memory/memory-accounts.ts'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { createLog } from '../../platform/log.ts'
import { createRevokedSessions } from '../../platform/identity/revoked-sessions.ts'
import { createSecondFactors } from '../../platform/identity/second-factors.ts'
import { Refusal } from '../../refusal.ts'
import { createAccountWatch } from './account-watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function watch() {
  const now = () => new Date()
  const logged: string[] = []
  const log = createLog((line) => logged.push(line), now)
  const store = openSqliteStore({ path: ':memory:', now })
  const revoked = createRevokedSessions({ store, now, log })
  await revoked.ready
  const looks: string[][] = []
  let isDown = false
  const memory = memoryAccounts(now)
  memory.put({ uid: 'ada', email: 'ada.park@larkspur.example', validAfter: 0 })
  const accounts = {
    ...memory,
    async getMany(uids: string[]) {
      looks.push(uids)
      if (isDown) throw new Refusal('unavailable', 'Not at the moment.')
      return memory.getMany(uids)
    },
  }
  const recentSignIns = () => [{ uid: 'ada', signedInAt: 1 }]
  const signIns = { prune: async () => undefined }
  const secondFactors = createSecondFactors({ store, log })
  const parts = { accounts, recentSignIns, revoked, signIns, secondFactors, store, now, log }
  const stop = createAccountWatch({ ...parts, linkMatching: async () => undefined }).start()
  return {
    looks,
    revoked,
    stop,
    logged,
    setDown: (down: boolean) => void (isDown = down),
    pass: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000),
  }
}

it('checks every half minute until it is stopped', async () => {
  const { looks, pass, stop } = await watch()
  await pass(29)
  expect(looks).toEqual([])
  await pass(32)
  expect(looks).toEqual([['ada'], ['ada']])
  await stop()
  await pass(300)
  expect(looks).toHaveLength(2)
})

it('ends no session while the provider is unavailable, logs that once, and continues', async () => {
  const { looks, pass, stop, setDown, revoked, logged } = await watch()
  setDown(true)
  await pass(91)
  expect(looks).toHaveLength(3)
  expect(revoked.get('ada')).toBeUndefined()
  expect(logged.filter((line) => line.includes('can’t be looked up'))).toHaveLength(1)
  setDown(false)
  await pass(30)
  setDown(true)
  await pass(30)
  expect(logged.filter((line) => line.includes('can’t be looked up'))).toHaveLength(2)
  await stop()
})
