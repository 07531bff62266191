import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNotices } from '@portal/contract/notices'
import { momentAt } from '@portal/domain/zone-time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { imapMailbox } from '../../adapters/imap/imap-mailbox.ts'
import { mailWith, startImapServer } from '../../adapters/imap/imap-server-fixture.ts'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { steppingStore } from '../mail/mail-kill-fixture.ts'
import { anotherInstance, meeting, noticesWorld } from '../notices/notices-fixture.ts'
import { type KillPoint, runStepping } from '../sync/sync-kill-fixture.ts'
import { answerTo, eventIn } from './calendar-answers-fixture.ts'

const start = momentAt('2026-11-20T08:00', 'America/Los_Angeles')!.getTime()
/** After which the lease of a process that was killed has ended; in ms. */
const later = 120_000
const env = {
  MAIL_REPLIES_HOST: 'localhost',
  MAIL_REPLIES_USER: 'board',
  MAIL_REPLIES_PASSWORD: 'secret',
  MAIL_REPLIES_ADDRESS: 'replies@larkspur.example',
}

/**
 * Everybody declines an invitation and then accepts it. A process that reads these answers is killed at as many points,
 * and another one continues.
 */
export function answersKillSuite({ kills }: { kills: number }): void {
  const folder = mkdtempSync(join(tmpdir(), 'answers-kill-test-'))
  let server: Awaited<ReturnType<typeof startImapServer>>
  let people: string[]
  let steps: number

  const openIn = (name: string, now = () => new Date(start)) =>
    openSqliteStore({ path: join(folder, name, 'portal.sqlite'), now })
  const copy = (name: string) => {
    cpSync(join(folder, 'first'), join(folder, name), { recursive: true })
    return join(folder, name)
  }

  beforeAll(async () => {
    server = await startImapServer()
    mkdirSync(join(folder, 'first'))
    const ports = { store: openIn('first'), mailbox: imapMailbox(server.options) }
    const world = await noticesWorld({ ports, env })
    await world.admin(startNotices, { params: { meeting } })
    await world.api.features.feeds.inviteDue()
    const { documents } = await ports.store.list('mails', { where: { kind: 'calendar' } })
    people = documents.map(({ person }) => String(person)).toSorted()
    for (const [index, mail] of documents.entries()) {
      const { address: attendee } = mail['to'] as { address: string }
      for (const [nth, partstat] of ['DECLINED', 'ACCEPTED'].entries()) {
        const answer = { partstat, note: `As ${String(mail['person'])} said`, attendee }
        const at = new Date(start + (index * 2 + nth) * 1000)
        server.receive(mailWith(answerTo(eventIn(mail), answer), { from: attendee }), at)
      }
    }
    await world.api.close()
    const undisturbed = await readAndKill(copy('undisturbed'))
    if (undisturbed === 'killed') throw new Error('The undisturbed process was killed.')
    steps = undisturbed.steps
    await expectEachOnce('undisturbed')
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Starts a process that reads the mailbox, and kills it as `kill -9` does. */
  function readAndKill(dataFolder: string, point?: KillPoint) {
    const at = (path: string) => new URL(path, import.meta.url).href
    return runStepping({
      dataFolder,
      time: start + 60_000,
      point,
      imports: {
        imapMailbox: at('../../adapters/imap/imap-mailbox.ts'),
        [steppingStore.name]: at('../mail/mail-kill-fixture.ts'),
        anotherInstance: at('../notices/notices-fixture.ts'),
      },
      work: `
        const mailbox = steppingPort(imapMailbox(${JSON.stringify(server.options)}), step)
        const ports = { store: steppingStore(sqlite, step), mailbox }
        const api = await anotherInstance(ports, now, ${JSON.stringify(env)})
        steps = 0
        await api.features.feeds.readAnswers()
        await api.stop()`,
    })
  }

  /** Each reply is the last answer, and each answer was applied once. */
  async function expectEachOnce(name: string): Promise<void> {
    const store = openIn(name)
    const { documents: replies } = await store.list('replies')
    const { documents: given } = await store.list('audit', { where: { what: 'reply given' } })
    const { documents: states } = await store.list('calendar_answers')
    await store.close()
    const applied = replies.map(({ person, answer, note, revision }) => [
      person,
      `${String(answer)} ${String(note)} ${revision}`,
    ])
    expect(Object.fromEntries(applied)).toEqual(
      Object.fromEntries(people.map((person) => [person, `in-person As ${person} said 2`])),
    )
    expect(given).toHaveLength(2 * people.length)
    expect(states[0]).toMatchObject({ aside: [], position: { uid: 2 * people.length } })
  }

  const shares = Array.from({ length: kills }, (_, number) => (number + 0.5) / kills)
  it.each(shares)(
    'loses no answer and applies none twice, when it is killed (%f)',
    async (share) => {
      const name = `killed-${share}`
      const dataFolder = copy(name)
      const step = Math.max(1, Math.ceil(share * steps))
      expect(await readAndKill(dataFolder, { step })).toBe('killed')
      const now = () => new Date(start + 60_000 + later)
      const mailbox = imapMailbox(server.options)
      const next = await anotherInstance({ store: openIn(name, now), mailbox }, now, env)
      await next.features.feeds.readAnswers()
      await next.close()
      await expectEachOnce(name)
      rmSync(dataFolder, { recursive: true })
    },
  )
}
