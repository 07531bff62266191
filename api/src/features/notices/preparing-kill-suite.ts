import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sendFormalNotice, startNotices } from '@portal/contract/notices'
import { momentAt } from '@portal/domain/zone-time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import type { TestApi } from '../../testing/test-api.ts'
import type { Mail } from '../mail/mail-feature.ts'
import { steppingPort } from '../sync/sync-kill-fixture.ts'
import { anotherInstance, meeting, noticesWorld } from './notices-fixture.ts'

/** Those who are written to: flo has no address, and only Ruth is an admin. */
const recipients = ['ann', 'ben', 'cy', 'dee', 'eve', 'gus', 'maria']
const kinds = ['calendar', 'digest', 'formal-notice']

/**
 * Two instances send a formal notice, prepare digests and invitations to calendars, and send all of it. One of them ends
 * at as many points, spread over its calls to the database and to the receiver: from then on, it stores nothing. The other
 * one continues.
 */
export function preparingKillSuite({ kills }: { kills: number }): void {
  const folder = mkdtempSync(join(tmpdir(), 'notices-kill-test-'))
  const start = momentAt('2026-11-20T08:00', 'America/Los_Angeles')!
  let all: number
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  beforeAll(async () => {
    mkdirSync(join(folder, 'first'))
    const world = await noticesWorld({ ports: { store: openIn('first', () => start) } })
    await world.map('budget-update', 'budget')
    await world.admin(startNotices, { params: { meeting } })
    await world.api.close()
    const whole = await play('whole', Number.MAX_SAFE_INTEGER)
    all = whole.steps
    expect(whole.begun).toEqual([])
    expectOneOfEach(whole)
  })

  const openIn = (name: string, now: () => Date) =>
    openSqliteStore({ path: join(folder, name, 'portal.sqlite'), now })

  /** What was received and stored, if the first of two instances ends at its nth step. */
  async function play(name: string, last: number) {
    cpSync(join(folder, 'first'), join(folder, name), { recursive: true })
    let time = start.getTime()
    const now = () => new Date(time)
    const store = openIn(name, now)
    const received: string[] = []
    let steps = 0
    let isArmed = false
    const step = () => {
      if (!isArmed) return
      steps += 1
      if (steps >= last) throw new Error('This instance has ended.')
    }
    const ending = await anotherInstance(
      { store: steppingPort(store, step), mail: receiver(received, step) },
      now,
    )
    const staying = await anotherInstance({ store, mail: receiver(received, () => {}) }, now)
    isArmed = true
    const ended = sendAll(ending).catch((error: unknown) => {
      if (steps < last) throw error
    })
    await Promise.all([ended, sendAll(staying)])
    const hasEnded = steps >= last
    const begun = (await mailsIn(store)).filter(({ state }) => state === 'sending')
    isArmed = false
    // Long enough for the leases of the one that ended to end, too.
    time += 120_000
    await sendAll(staying)
    await sendAll(staying)
    const mails = await mailsIn(store)
    await ending.stop()
    await staying.close()
    rmSync(join(folder, name), { recursive: true })
    return { hasEnded, steps, received, begun: begun.map(({ id }) => id), mails }
  }

  let ended = 0
  const shares = Array.from({ length: kills }, (_, number) => (number + 0.5) / kills)
  it.each(shares)('writes to each person once, whenever an instance ends (%f)', async (share) => {
    const played = await play(`killed-${share}`, Math.max(1, Math.ceil(share * all)))
    if (played.hasEnded) ended += 1
    expectOneOfEach(played)
  })

  // How the two share the work differs: the last steps aren’t always taken.
  it('has ended an instance at nearly every point', () => {
    expect(ended).toBeGreaterThanOrEqual(Math.floor(0.9 * kills))
  })
}

type Played = {
  received: string[]
  begun: string[]
  mails: { id: string; kind: string; person: string; state: string }[]
}

function expectOneOfEach({ received, begun, mails }: Played): void {
  const wanted = kinds.flatMap((kind) => recipients.map((person) => `${kind} ${person}`))
  expect(mails.map(({ kind, person }) => `${kind} ${person}`).toSorted()).toEqual(wanted)
  expect(received.toSorted()).toEqual([...new Set(received)].toSorted())
  // Only what the receiver was getting at that moment is unknown.
  expect(begun.length).toBeLessThanOrEqual(1)
  for (const { id, state } of mails) {
    expect([id, state]).toEqual([id, begun.includes(id) ? 'unknown' : 'sent'])
    if (state === 'sent') expect(received).toContain(id)
  }
}

/** Everything that an instance does about mails, as its jobs and an admin's press do. */
async function sendAll(api: TestApi): Promise<void> {
  await api.call('admin')(sendFormalNotice, { params: { meeting }, body: { id: 'winter-notice' } })
  await api.features.notices.prepareDue()
  await api.features.feeds.inviteDue()
  await api.features.mail.sendDue()
}

const receiver = (received: string[], step: () => void): Mail => ({
  async send({ id }, begin) {
    step()
    await begin()
    step()
    received.push(id)
    step()
    return { state: 'sent', reply: '250 Kept' }
  },
  check: async () => 'a receiver',
  close: async () => {},
})

async function mailsIn(store: DocumentStore): Promise<Played['mails']> {
  const { documents } = await store.list('mails')
  return documents.map(({ id, kind, person, state }) => ({
    id,
    kind: String(kind),
    person: String(person),
    state: String(state),
  }))
}
