import { wcagContrast } from 'culori'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { memoryMail } from '../../adapters/memory/memory-mail.ts'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { Refusal } from '../../refusal.ts'
import { testApi, testPeople, type TestApi, uidOf } from '../../testing/test-api.ts'
import type { Mail, MailOutcome, QueuedMail } from './mail-feature.ts'
import { mailsCollection } from './stored-mail.ts'

let now = new Date('2026-11-02T09:00:00Z')
let api: TestApi
let store: DocumentStore
/** What the receiver does with each message; sent by default. */
let answers: ((id: string) => MailOutcome | Refusal)[]
let receiver: ReturnType<typeof memoryMail>

beforeEach(async () => {
  now = new Date('2026-11-02T09:00:00Z')
  answers = []
  receiver = memoryMail()
  store = openSqliteStore({ path: ':memory:', now: () => now })
  api = await openApi()
})
afterEach(async () => api.close())

const answering: Mail = {
  ...memoryMail(),
  async send(message, begin, signal) {
    const answer = answers.shift()?.(message.id)
    if (answer instanceof Refusal) throw answer
    if (answer && answer.state !== 'unknown') return answer
    if (!answer) return receiver.send(message, begin, signal)
    await begin()
    return answer
  },
}

const openApi = (mail: Mail | undefined = answering) =>
  testApi({ ports: { store, mail }, now: () => now })

const mailTo = (name: string, more: Partial<QueuedMail> = {}): QueuedMail => ({
  id: `notice-k1-1-${name}`,
  kind: 'digest',
  person: name,
  to: { name, address: `${name}@larkspur.example` },
  subject: 'Papers for 12 November',
  content: {
    greeting: `Dear ${name},`,
    blocks: [
      { type: 'heading', text: 'New papers' },
      { type: 'list', lines: [{ text: 'Budget', href: 'https://portal.example/a?b=1&c' }] },
      { type: 'button', text: 'Open the meeting', href: 'https://portal.example/meetings' },
    ],
  },
  unsubscribable: true,
  ...more,
})

const queue = (...mails: QueuedMail[]) =>
  store.transaction((transaction) => api.features.mail.mail.queue(transaction, mails))
const send = () => api.features.mail.sendDue()
const stateOf = async (name: string) =>
  (await api.features.mail.mail.states([mailTo(name).id])).get(mailTo(name).id)
const minutesLater = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000))
const admin = {
  uid: uidOf(testPeople.admin),
  email: testPeople.admin.email,
  role: 'admin',
  isAdmin: true,
} as unknown as Parameters<TestApi['features']['mail']['mail']['sendAgain']>[0]

it('sends each queued mail once', async () => {
  await queue(mailTo('maria'), mailTo('omar'))
  await queue(mailTo('maria'))
  await send()
  await send()
  expect(receiver.messages.map(({ to }) => to)).toEqual([
    'maria@larkspur.example',
    'omar@larkspur.example',
  ])
  expect(await stateOf('maria')).toMatchObject({ state: 'sent', reply: '250 Kept' })
})

it('leaves an id alone that was sent', async () => {
  await queue(mailTo('maria'))
  await send()
  await queue(mailTo('maria'))
  await send()
  expect(receiver.messages).toHaveLength(1)
})

it('looks all ids up before it queues the first mail, and queues each once', async () => {
  await queue(mailTo('maria'))
  const calls: string[] = []
  await store.transaction((transaction) => {
    const noted: StoreOperations = {
      ...transaction,
      get: (collection, id) => {
        calls.push(`get ${id}`)
        return transaction.get(collection, id)
      },
      create: (collection, id, ...rest) => {
        calls.push(`create ${id}`)
        return transaction.create(collection, id, ...rest)
      },
    }
    const mails = ['maria', 'omar', 'ruth', 'omar'].map((name) => mailTo(name))
    return api.features.mail.mail.queue(noted, mails)
  })
  const [maria, omar, ruth] = ['maria', 'omar', 'ruth'].map((name) => mailTo(name).id)
  expect(calls).toEqual([
    `get ${maria}`,
    `get ${omar}`,
    `get ${ruth}`,
    `create ${omar}`,
    `create ${ruth}`,
  ])
})

it('queues nothing if the transaction fails', async () => {
  const failing = store.transaction(async (transaction) => {
    await api.features.mail.mail.queue(transaction, [mailTo('maria')])
    throw new Refusal('conflict', 'no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await stateOf('maria')).toBeUndefined()
})

it('sends a mail when it is due, and not when it is too late', async () => {
  const [at, until] = [new Date('2026-11-02T09:30:00Z'), new Date('2026-11-02T10:00:00Z')]
  await queue(
    mailTo('maria', { sendAfter: at }),
    mailTo('omar', { sendAfter: at, sendBefore: until }),
  )
  await send()
  expect(receiver.messages).toEqual([])
  answers.push(() => ({ state: 'sent', reply: '250' }))
  minutesLater(90)
  await send()
  expect(await stateOf('maria')).toMatchObject({ state: 'sent' })
  expect(await stateOf('omar')).toMatchObject({ state: 'failed' })
})

it('lists a refused mail as failed, and sends it again when an admin says so', async () => {
  answers.push(() => ({ state: 'refused', reply: '550 No such user' }))
  await queue(mailTo('maria'))
  await send()
  expect(await stateOf('maria')).toMatchObject({ state: 'failed', reply: '550 No such user' })
  await api.features.mail.mail.sendAgain(admin, mailTo('maria').id, false)
  await api.features.mail.mail.sendAgain(admin, mailTo('maria').id, false)
  await send()
  expect(receiver.messages).toHaveLength(1)
  await expect(api.features.mail.mail.sendAgain(admin, mailTo('maria').id, true)).rejects.toThrow(
    'This mail has been sent already.',
  )
})

it('tries a deferred mail again after growing pauses, for three days', async () => {
  await queue(mailTo('maria'))
  let tries = 0
  const later = (): MailOutcome => {
    tries += 1
    return { state: 'deferred', reply: '450 Try later' }
  }
  for (let minute = 0; minute < 3 * 24 * 60 + 60;) {
    answers = [later]
    await send()
    const step = minute < 115 ? 5 : 60
    minutesLater(step)
    minute += step
  }
  expect(tries).toBe(76)
  expect(await stateOf('maria')).toMatchObject({ state: 'failed', reply: '450 Try later' })
})

it('doesn’t repeat a mail whose arrival is unknown without a confirmed warning', async () => {
  answers.push(() => ({ state: 'unknown', reply: 'cut' }))
  await queue(mailTo('maria'))
  await send()
  minutesLater(60 * 24)
  await send()
  expect(receiver.messages).toEqual([])
  expect(await stateOf('maria')).toMatchObject({ state: 'unknown' })
  const { mail } = api.features.mail
  await expect(mail.sendAgain(admin, mailTo('maria').id, false)).rejects.toMatchObject({
    code: 'confirmationRequired',
  })
  await mail.sendAgain(admin, mailTo('maria').id, true)
  await send()
  expect(receiver.messages).toHaveLength(1)
})

it('keeps every mail while the server is down for a day, and sends each once afterwards', async () => {
  await queue(mailTo('maria'), mailTo('omar'))
  const down = new Refusal('unavailable', 'down', { cause: new Error('connect ECONNREFUSED') })
  let tries = 0
  for (let minute = 0; minute < 24 * 60; minute += 5) {
    answers = [
      () => {
        tries += 1
        return down
      },
    ]
    await send()
    minutesLater(5)
  }
  expect(tries).toBeLessThan(110)
  answers = []
  minutesLater(15)
  await send()
  await send()
  expect(receiver.messages).toHaveLength(2)
})

it('lists a mail as unknown if the portal stopped while the server had it', async () => {
  await queue(mailTo('maria'))
  const mail = (await mailsCollection.in(store).get(mailTo('maria').id))!
  const { id, revision, updatedAt: _, due: __, ...body } = mail
  const begun = { ...body, state: 'sending' as const, byState: 'sending', attempts: 1 }
  await mailsCollection.in(store).update(id, begun, revision)
  await send()
  expect(await stateOf('maria')).toMatchObject({ state: 'unknown' })
})

it('lets only one of two instances send', async () => {
  const other = await openApi()
  await queue(...Array.from({ length: 20 }, (_, n) => mailTo(`p${n}`)))
  await Promise.all([send(), other.features.mail.sendDue()])
  await Promise.all([send(), other.features.mail.sendDue()])
  expect(new Set(receiver.messages.map(({ id }) => id)).size).toBe(20)
  expect(receiver.messages).toHaveLength(20)
})

it('deletes what is older than the outbox keeps it, except formal notices and what still waits', async () => {
  answers.push(() => ({ state: 'refused', reply: '550 No such user' }))
  await queue(
    mailTo('maria'),
    mailTo('omar'),
    mailTo('ruth', { kind: 'formal-notice', unsubscribable: false }),
  )
  await send()
  minutesLater(399 * 24 * 60)
  await queue(mailTo('tomas', { sendAfter: new Date('2099-01-01') }))
  await send()
  expect(await stateOf('maria')).toBeDefined()
  minutesLater(2 * 24 * 60)
  await send()
  expect(await stateOf('maria')).toBeUndefined()
  expect(await stateOf('omar')).toBeUndefined()
  expect(await stateOf('ruth')).toMatchObject({ state: 'sent' })
  minutesLater(400 * 24 * 60)
  await send()
  expect(await stateOf('tomas')).toMatchObject({ state: 'waiting' })
})

it('takes back a mail that waits', async () => {
  await queue(mailTo('maria'))
  await store.transaction((transaction) =>
    api.features.mail.mail.withdraw(transaction, [mailTo('maria').id]),
  )
  await send()
  expect(receiver.messages).toEqual([])
})

it('knows since when mail is on', async () => {
  expect(await api.features.mail.mail.onSince()).toEqual(now)
  const off = await testApi({
    env: { MAIL: 'off' },
    ports: { store, mail: undefined },
    now: () => now,
  })
  expect(await off.features.mail.mail.onSince()).toBeNull()
  await off.store.transaction((transaction) =>
    off.features.mail.mail.queue(transaction, [mailTo('maria')]),
  )
  expect(await off.features.mail.mail.states([mailTo('maria').id])).toEqual(new Map())
  minutesLater(5)
  const again = await openApi()
  expect(await again.features.mail.mail.onSince()).toEqual(now)
})

it('starts without having noted since when mail is on, and notes it once it can', async () => {
  let isFull = true
  const full: DocumentStore = {
    ...store,
    transaction: (...work) =>
      isFull
        ? Promise.reject(new Refusal('storageFull', 'The disk is full.'))
        : store.transaction(...work),
  }
  await store.delete('mail_run', 'run')
  const started = await testApi({ ports: { store: full, mail: answering }, now: () => now })
  const { onSince } = started.features.mail.mail
  expect(await onSince()).toBeNull()
  isFull = false
  const start = now
  minutesLater(5)
  await started.features.mail.sendDue()
  expect(await store.get('mail_run', 'run')).toMatchObject({ onSince: start.toISOString() })
  expect(await onSince()).toEqual(start)
})

it.each(['#ffff00', '#000000', undefined])(
  'can be read in light and dark, if the foundation’s accent is %s',
  async (given) => {
    const env: Record<string, string> = given === undefined ? {} : { FOUNDATION_ACCENT: given }
    const own = await testApi({ env })
    await own.store.transaction((transaction) =>
      own.features.mail.mail.queue(transaction, [mailTo('maria')]),
    )
    await own.features.mail.sendDue()
    const html = Buffer.from(own.mails[0]!.bytes).toString().replaceAll(/=\r\n/g, '')
    await own.close()
    const [light, dark] = html.split('@media (prefers-color-scheme: dark)') as [string, string]
    for (const sheet of [light, dark]) {
      const color = (rule: RegExp) => rule.exec(sheet)![1]!
      const ground = color(/\.mail \{ background: (#\w{6})/)
      const button = color(/\.button \{.*?background: (#\w{6})/)
      expect(wcagContrast(color(/^a \{ color: (#\w{6})/m), ground)).toBeGreaterThanOrEqual(4.5)
      expect(wcagContrast(color(/\.button \{.*?; color: (#\w{6})/), button)).toBeGreaterThanOrEqual(
        4.5,
      )
      expect(wcagContrast(color(/\.foot \{.*?color: (#\w{6})/), ground)).toBeGreaterThanOrEqual(4.5)
    }
  },
)

it('writes one message as HTML and as text, with the same id each time', async () => {
  await queue(mailTo('maria'))
  await send()
  const eml = Buffer.from(receiver.messages[0]!.bytes).toString()
  expect(eml).toMatch(/^Message-ID: <[0-9a-f]{40}@larkspur\.example>\r$/m)
  expect(eml).toMatch(/^From: "?Larkspur Foundation"? <liaison@larkspur\.example>\r$/m)
  expect(eml).toContain('text/plain')
  expect(eml).toContain('text/html')
  expect(eml).toContain('Auto-Submitted: auto-generated')
})
