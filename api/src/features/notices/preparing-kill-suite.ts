import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNotices } from '@portal/contract/notices'
import { momentAt } from '@portal/domain/zone-time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import type { Mail } from '../mail/mail-feature.ts'
import { receiverIn } from '../mail/mail-kill-fixture.ts'
import { steppingPort } from '../sync/sync-kill-fixture.ts'
import { anotherInstance, meeting, noticesWorld } from './notices-fixture.ts'
import { prepareAndKill, sendAll } from './preparing-kill-fixture.ts'

/** Those who are written to: flo has no address, and only Ruth is an admin. */
const recipients = ['ann', 'ben', 'cy', 'dee', 'eve', 'gus', 'maria']
/** After which the leases of one that ended have ended, too; in ms. */
const later = 120_000
const kinds = ['calendar', 'digest', 'formal-notice']

/**
 * Two instances send a formal notice, prepare digests and invitations to calendars, and send all of it. One of them ends
 * at as many points, spread over its calls to the database and to the receiver: from then on, it stores nothing. The other
 * one continues. Then the same with a process that is killed with both of them, and an instance that is started later.
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
    time += later
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

  describe('in a process of their own', () => {
    let steps: number
    const copy = (name: string) => {
      cpSync(join(folder, 'first'), join(folder, name), { recursive: true })
      return join(folder, name)
    }
    const stored = async (name: string) => {
      const store = openIn(name, () => start)
      const mails = await mailsIn(store)
      await store.close()
      return mails
    }
    const receivedIn = (name: string) => {
      const file = join(folder, name, 'received.txt')
      return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
    }

    beforeAll(async () => {
      const undisturbed = await prepareAndKill(copy('undisturbed'), start.getTime())
      if (undisturbed === 'killed') throw new Error('The undisturbed process was killed.')
      steps = undisturbed.steps
      const mails = await stored('undisturbed')
      expectOneOfEach({ received: receivedIn('undisturbed'), begun: [], mails })
    })

    it.each(shares)('write to each person once, whenever it is killed (%f)', async (share) => {
      const name = `process-${share}`
      const dataFolder = copy(name)
      const step = Math.max(1, Math.floor(share * steps))
      expect(await prepareAndKill(dataFolder, start.getTime(), { step })).toBe('killed')
      const begun = (await stored(name)).filter(({ state }) => state === 'sending')
      const now = () => new Date(start.getTime() + later)
      const store = openIn(name, now)
      const next = await anotherInstance({ store, mail: receiverIn(dataFolder, () => {}) }, now)
      await sendAll(next)
      await sendAll(next)
      await next.close()
      const mails = await stored(name)
      expectOneOfEach({ received: receivedIn(name), begun: begun.map(({ id }) => id), mails })
      rmSync(dataFolder, { recursive: true })
    })
  })

  // How the two share the work differs: the last steps aren’t always taken.
  it('has ended an instance at nearly every point', () => {
    expect(ended).toBeGreaterThanOrEqual(Math.ceil(0.9 * kills))
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
