import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MailboxPosition } from '../../features/feeds/reply-mailbox.ts'
import { imapMailbox, type ImapOptions } from './imap-mailbox.ts'
import { mailWith, startImapServer } from './imap-server-fixture.ts'

let server: Awaited<ReturnType<typeof startImapServer>>
beforeEach(async () => {
  server = await startImapServer()
})
afterEach(() => server.close())

const answerOf = (uid: string) =>
  [
    'BEGIN:VCALENDAR',
    'METHOD:REPLY',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'SEQUENCE:2',
    'ORGANIZER:MAILTO:Board+1@larkspur.example',
    'ATTENDEE;PARTSTAT=ACCEPTED;X-RESPONSE-COMMENT="Zoë, too":mailto:maria@larkspur.example',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
const signal = new AbortController().signal
const mailbox = (more: Partial<ImapOptions> = {}) => imapMailbox({ ...server.options, ...more })
async function readAll(after?: MailboxPosition, most = 10) {
  const found = []
  for await (const { answer, ...message } of mailbox().read(after, most, signal)) {
    found.push({ ...message, answer: await answer?.() })
  }
  return found
}

describe('a mailbox', () => {
  it('has what each message answers, with when it was received', async () => {
    const at = new Date('2026-11-10T10:00:00Z')
    server.receive(mailWith(answerOf('a')), at)
    server.receive('From: a@elsewhere.example\nSubject: Lunch?\n\nAt noon?\n', at)
    const alone = `Content-Type: text/calendar; method=REPLY\n\n${answerOf('b')}`
    server.receive(`From: b@elsewhere.example\n${alone}`, at)
    server.receive(mailWith('BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nBEGIN:VEVENT\r\n'), at)
    server.receive(mailWith(answerOf('c').replace('REPLY', 'REQUEST')), at)
    const [first, second, third, damaged, request] = await readAll()
    expect(first).toMatchObject({ receivedAt: at, from: 'maria@larkspur.example' })
    expect(first!.answer).toEqual({
      uid: 'a',
      sequence: 2,
      organizer: 'board+1@larkspur.example',
      attendees: [{ address: 'maria@larkspur.example', answer: 'comes' }],
      note: 'Zoë, too',
    })
    expect(second).toMatchObject({ from: 'a@elsewhere.example', answer: undefined })
    expect(third!.answer).toMatchObject({ uid: 'b' })
    expect(damaged!.answer).toEqual({ fault: 'Its part for calendars is damaged.' })
    expect(request!.answer).toBeUndefined()
  })

  it('is read in rounds, from where the last one ended, and nothing in it is changed', async () => {
    for (const name of ['a', 'b', 'c']) server.receive(mailWith(answerOf(name)))
    const first = await readAll(undefined, 2)
    expect(first).toMatchObject([{ answer: { uid: 'a' } }, { answer: { uid: 'b' } }])
    const rest = await readAll(first.at(-1)!.position, 2)
    expect(rest).toMatchObject([{ answer: { uid: 'c' } }])
    expect(await readAll(rest[0]!.position)).toEqual([])
    expect(server.flags().flat()).not.toContain('\\Seen')
  })

  it('is read from its beginning if its messages have other numbers', async () => {
    server.receive(mailWith(answerOf('a')))
    const [only] = await readAll()
    server.renumber()
    const [again] = await readAll(only!.position)
    expect(again!.answer).toEqual(only!.answer)
    expect(again!.position).not.toEqual(only!.position)
  })

  it('leaves out a part that is too large', async () => {
    server.receive(mailWith('a'.repeat(100_000)))
    expect(await readAll()).toMatchObject([{ answer: { fault: 'It is too large.' } }])
  })

  it('can be checked, and reports what the server says', async () => {
    expect(await mailbox().check(signal)).toBe(`localhost:${server.options.port}, INBOX`)
    const wrong = mailbox({ password: 'guess-me' }).check(signal)
    await expect(wrong).rejects.toMatchObject({ code: 'unavailable' })
    await expect(mailbox({ folder: 'Other' }).check(signal)).rejects.toMatchObject({
      code: 'unavailable',
    })
    const nobody = mailbox({ port: 1 }).check(signal)
    await expect(nobody).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('refuses to sign in without encryption if it is required', async () => {
    const starttls = mailbox({ encryption: 'starttls' }).check(signal)
    await expect(starttls).rejects.toMatchObject({ code: 'unavailable' })
  })
})
