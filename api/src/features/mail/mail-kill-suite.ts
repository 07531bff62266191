import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { sendAndKill } from './mail-kill-fixture.ts'
import { createMailQueue } from './mail-queue.ts'
import { mailsCollection } from './stored-mail.ts'

const start = Date.parse('2026-11-02T09:00:00Z')
/** After which another process may continue, in ms. */
const later = 120_000

/** Kills a process that sends at as many points, spread over its steps, and lets others continue. */
export function mailKillSuite({ kills, mails }: { kills: number; mails: number }): void {
  const people = Array.from({ length: mails }, (_, index) => `p${String(index).padStart(2, '0')}`)
  const folder = mkdtempSync(join(tmpdir(), 'mail-kill-test-'))
  let steps: number
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  beforeAll(async () => {
    const undisturbed = await sendAndKill(await queued('whole'), start)
    if (undisturbed === 'killed') throw new Error('The undisturbed process was killed.')
    steps = undisturbed.steps
    expect(receivedIn(join(folder, 'whole'))).toEqual(people)
  })

  async function queued(name: string): Promise<string> {
    const dataFolder = join(folder, name)
    mkdirSync(dataFolder)
    const now = () => new Date(start)
    const store = openSqliteStore({ path: join(dataFolder, 'portal.sqlite'), now })
    const parts = { store, isOn: true, hasUnsubscribed: () => false, wake: () => {}, now }
    const outbox = createMailQueue(parts)
    await store.transaction((transaction) =>
      outbox.queue(
        transaction,
        people.map((id) => ({
          id,
          kind: 'digest' as const,
          person: id,
          to: { name: id, address: `${id}@larkspur.example` },
          subject: 'New papers',
          content: { blocks: [] },
          unsubscribable: true,
        })),
      ),
    )
    await store.close()
    return dataFolder
  }

  function receivedIn(dataFolder: string): string[] {
    const file = join(dataFolder, 'received.txt')
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
  }

  async function statesIn(dataFolder: string): Promise<Record<string, string>> {
    const store = openSqliteStore({ path: join(dataFolder, 'portal.sqlite') })
    const { documents } = await mailsCollection.in(store).list()
    await store.close()
    return Object.fromEntries(documents.map(({ id, state }) => [id, state]))
  }

  const shares = Array.from({ length: kills }, (_, number) => (number + 0.5) / kills)
  it.each(shares)(
    'sends each mail at most once, and ends each, when it is killed (%f)',
    async (share) => {
      const dataFolder = await queued(`killed-${share}`)
      const step = Math.max(1, Math.ceil(share * steps))
      expect(await sendAndKill(dataFolder, start, { step })).toBe('killed')
      const begun = Object.entries(await statesIn(dataFolder))
        .filter(([, state]) => state === 'sending')
        .map(([id]) => id)
      expect(await sendAndKill(dataFolder, start + later)).not.toBe('killed')
      const [received, states] = [receivedIn(dataFolder), await statesIn(dataFolder)]
      expect(new Set(received).size).toBe(received.length)
      // Only what the receiver was getting at that moment is unknown.
      expect(begun.length).toBeLessThanOrEqual(1)
      for (const id of people) {
        expect([id, states[id]]).toEqual([id, begun.includes(id) ? 'unknown' : 'sent'])
        if (states[id] === 'sent') expect(received).toContain(id)
      }
      rmSync(dataFolder, { recursive: true })
    },
  )
}
