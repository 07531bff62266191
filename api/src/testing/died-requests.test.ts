import type { Call } from '@portal/remote-kit/client'
import { importPeople } from '@portal/contract/directory'
import { saveMapping } from '@portal/contract/mappings'
import { promoteRelease } from '@portal/contract/pointers'
import { publishRelease } from '@portal/contract/publishing'
import { setPublication } from '@portal/contract/quarters'
import { expect, it } from 'vitest'
import { memoryAccounts } from '../adapters/memory/memory-accounts.ts'
import { memoryBlobStore } from '../adapters/memory/memory-blob-store.ts'
import { openSqliteStore } from '../adapters/sqlite/sqlite-document-store.ts'
import { publishedBuild, uploadFiles } from '../features/releases/published-build-fixture.ts'
import { steppingPort } from '../features/sync/sync-kill-fixture.ts'
import { verifyAudit } from '../platform/audit/verify-audit.ts'
import { ignoring } from '../refusal.ts'
import { testApi, testPeople, uidOf } from './test-api.ts'

const quarter = { year: 2026, quarter: 4 as const }
const start = Date.parse('2026-11-24T09:00:00Z')
let time = start
const now = () => new Date(time)

type Deed = {
  before?: (call: Call) => Promise<unknown>
  /** Sent again after the process has died, as a browser or a pipeline does. */
  send: (call: Call) => Promise<unknown>
  /** The collections that it changes. */
  collections: string[]
}

const people = ['Ada Park', 'Ben Ode'].map((name) => {
  const email = `${name.toLowerCase().replace(' ', '.')}@larkspur.example`
  return { name, email, role: 'Trustee', type: 'board' }
})
const build = publishedBuild({ release: '1.0.0-a' })
const params = { remote: 'meetings' }

const deeds: Record<string, Deed> = {
  'importing people': {
    send: (call) => call(importPeople, { body: { people, accounts: true } }),
    collections: ['directory'],
  },
  'publishing a release': {
    async send(call) {
      await uploadFiles(call, build)
      await call(publishRelease, { params, body: build.manifest })
    },
    collections: ['releases'],
  },
  'promoting a release': {
    async before(call) {
      await uploadFiles(call, build)
      await call(publishRelease, { params, body: build.manifest })
    },
    send: (call) =>
      call(promoteRelease, {
        params,
        body: { release: '1.0.0-a', step: '100', reason: 'It is time', anyway: true },
        revision: 'new',
      }),
    collections: ['releases', 'release_pointers'],
  },
  'publishing a quarter': {
    async before(call) {
      const mapping = { id: 'meeting-2026-q4-consent-agenda' }
      await call(saveMapping, { params: mapping, body: { documentId: 'budget' }, revision: 'new' })
      await call(setPublication, {
        params: quarter,
        body: { state: 'preparation' },
        revision: 'new',
      })
    },
    send: (call) =>
      call(setPublication, { params: quarter, body: { state: 'published' }, revision: 1 }),
    collections: ['quarters'],
  },
}

/** Between the steps at which a process dies; `test --long` tries all of them. */
const stride = Number(process.env['KILLS'] ?? 1) > 100 ? 1 : 7

/**
 * Sends the request to a process that dies at a step, then again to the next process; or that process only looks for what
 * was left.
 */
async function sendTwice(
  { before, send, collections }: Deed,
  { deadAt = Infinity, again = send }: { deadAt?: number; again?: Deed['send'] } = {},
) {
  time = start
  const sqlite = openSqliteStore({ path: ':memory:', now })
  const accounts = memoryAccounts(now)
  for (const person of Object.values(testPeople)) accounts.put({ ...person, uid: uidOf(person) })
  const ports = { store: sqlite, blobs: memoryBlobStore(now), accounts }
  let steps = -Infinity
  const step = () => {
    steps += 1
    if (steps >= deadAt) throw new Error('The process has died.')
  }
  const dying = await testApi({
    now,
    ports: {
      store: steppingPort(ports.store, step),
      blobs: steppingPort(ports.blobs, step),
      accounts: steppingPort(ports.accounts, step),
    },
  })
  await dying.putPaper('budget')
  await before?.(dying.call('admin'))
  steps = 0
  const answered = await send(dying.call('admin')).then(
    () => true,
    () => false,
  )
  const taken = steps
  const next = await testApi({ now, ports })
  // A request that was answered isn't sent again.
  if (!answered) await again(next.call('admin')).catch(ignoring('conflict'))
  time += 2 * 3_600_000
  await next.features.users.watch.check()
  const { documents: left } = await sqlite.list('account_creations')
  const documents = await Promise.all(
    collections.map(async (collection) => (await sqlite.list(collection)).documents),
  )
  const { documents: audit } = await sqlite.list('audit')
  await verifyAudit(sqlite)
  const { accounts: all } = await accounts.list()
  const state = {
    documents,
    accounts: all.map(({ uid }) => uid).toSorted(),
    audit: audit.map(({ what, subject }) => `${String(what)}: ${String(subject)}`).toSorted(),
  }
  // Ids of accounts are random.
  const text = all.reduce((t, { uid, email }) => t.replaceAll(uid, email), JSON.stringify(state))
  const { audit: entries, accounts: ids, ...rest } = JSON.parse(text) as typeof state
  await next.close()
  return {
    answered,
    taken,
    left,
    state: { ...rest, audit: entries.toSorted(), accounts: ids.toSorted() },
  }
}

it.each(Object.entries(deeds))('is done once, whenever a process dies: %s', async (_, deed) => {
  const whole = await sendTwice(deed)
  expect(whole.answered).toBe(true)
  expect(whole.taken).toBeGreaterThan(3)
  const points = [...Array(whole.taken).keys()].filter((step) => step % stride === 1 % stride)
  const died: number[] = []
  for (const deadAt of points) {
    const { answered, state } = await sendTwice(deed, { deadAt })
    if (!answered) died.push(deadAt)
    expect(state, `dead at step ${deadAt} of ${whole.taken}`).toEqual(whole.state)
  }
  expect(died.length).toBeGreaterThan(points.length / 2)
})

it('leaves no account out of the audit when the list isn’t sent again', async () => {
  const deed = deeds['importing people']!
  const again = async () => undefined
  const { taken } = await sendTwice(deed)
  for (let deadAt = 1; deadAt < taken; deadAt += stride) {
    const { state, left } = await sendTwice(deed, { deadAt, again })
    expect(left).toEqual([])
    const created = state.audit.filter((entry) => entry.startsWith('user created'))
    const imported = people
      .map(({ email }) => email)
      .filter((email) => state.accounts.includes(email))
    expect(created, `dead at step ${deadAt}`).toEqual(
      imported.map((email) => `user created: ${email}`),
    )
  }
})
