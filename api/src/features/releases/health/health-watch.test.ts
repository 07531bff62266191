import { expect, it } from 'vitest'
import { openSqliteStore } from '../../../adapters/sqlite/sqlite-document-store.ts'
import { silentLog } from '../../../platform/log.ts'
import { createHealthWatch } from './health-watch.ts'
import type { ReportedSession } from './vital-tally.ts'

it('counts sessions while the errors of a release can’t be stored, however many wait', async () => {
  const now = () => new Date('2026-11-20T10:00:00Z')
  const counted: string[] = []
  const add = async ({ sessions }: { sessions: readonly ReportedSession[] }) => {
    counted.push(...sessions.map(({ id }) => id))
  }
  const sessions = { add, since: async () => ({ sessions: [], vitals: [] }) }
  const refusing = { add: () => Promise.reject(new Error('This document is damaged.')) }
  const store = openSqliteStore({ path: ':memory:', now })
  const errors = { usual: refusing, previewed: refusing }
  const parts = { store, sessions, previewed: sessions, errors, now, log: silentLog }
  const watch = createHealthWatch({ ...parts, onDenied: () => undefined })
  const place = { remote: 'meetings', release: '1.0.0-a', isPreview: false }
  for (let n = 0; n < 1001; n += 1) {
    const error = { id: `${n}`, message: 'TypeError', frames: [], person: 'hash' }
    watch.countError(place, { ...error, at: now().getTime() })
  }
  await watch.flush()
  const session = { id: 'a session', person: 'hash', at: now().getTime(), failed: true }
  watch.count('meetings', '1.0.0-a', session)
  await watch.flush()
  expect(counted).toEqual(['a session'])
})
