import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { memoryMail } from '../../adapters/memory/memory-mail.ts'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { createSignedLinks } from '../../platform/links/signed-link.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import type { QueuedMail } from './mail-feature.ts'

const start = new Date('2026-11-02T09:00:00Z')
const first = 'first-link-key-0123456789-abcdefghijk'
const second = 'second-link-key-0123456789-abcdefghij'

let now = start
let api: TestApi
const mail = memoryMail()
const store = openSqliteStore({ path: ':memory:', now: () => now })
const openApi = (env: Record<string, string>) =>
  testApi({ env, ports: { store, mail }, now: () => now })

beforeAll(async () => {
  api = await openApi({ LINK_KEY: first })
})
afterAll(() => api.close())
beforeEach(() => {
  now = start
})

let count = 0
function messageTo(person: string, more: Partial<QueuedMail> = {}): QueuedMail {
  count += 1
  return {
    id: `message-${count}`,
    kind: 'reminder',
    person,
    to: { name: person, address: `${person}@larkspur.example` },
    subject: 'Winter Meeting is in 7 days',
    content: { blocks: [] },
    unsubscribable: true,
    ...more,
  }
}

const queue = (queued: QueuedMail) =>
  store.transaction((transaction) => api.features.mail.mail.queue(transaction, [queued]))

/** Sends one message; returns its text, or undefined if the person doesn’t get it. */
async function mailTo(person: string, more?: Partial<QueuedMail>): Promise<string | undefined> {
  const queued = messageTo(person, more)
  await queue(queued)
  await api.features.mail.sendDue()
  const sent = mail.messages.find(({ id }) => id === queued.id)
  return (
    sent &&
    Buffer.from(sent.bytes)
      .toString()
      .replaceAll(/\r\n[ \t]/g, ' ')
  )
}

/** The path in the header that mail programs use for their own button. */
async function linkTo(person: string): Promise<string> {
  const text = await mailTo(person)
  expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  const address = /^List-Unsubscribe:\s+<(\S+)>\r$/m.exec(text!)![1]!
  return new URL(address).pathname
}

/** As a mail program does: without a cookie, and from nowhere. */
const click = (path: string, by = api) =>
  by.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })

describe('the link to stop messages', () => {
  it('changes nothing when it is opened, and stops one kind with one click', async () => {
    const path = await linkTo('ann')
    const page = await api.request(path)
    expect(page.status).toBe(200)
    const main = /<main>(.*)<\/main>/.exec(await page.text())![1]
    expect(main).toBe(
      '<h1>Stop these messages?</h1>' +
        '<p>Press the button if you no longer want reminders before a meeting by e-mail.</p>' +
        '<form method="post"><button type="submit">Stop these messages</button></form>',
    )
    expect(await mailTo('ann')).toBeDefined()

    for (const _ of ['first', 'repeated']) {
      const clicked = await click(path)
      expect(clicked.status).toBe(200)
      expect(await clicked.text()).toContain('You won’t get these messages any more')
    }
    expect(await mailTo('ann')).toBeUndefined()
    expect(await mailTo('ann', { kind: 'question' })).toBeDefined()
    expect(await mailTo('ben')).toBeDefined()
    expect(await (await api.request(path)).text()).not.toContain('<button')
  })

  it('opens a page in the foundation’s look, as a reply’s link does', async () => {
    const branded = await testApi({
      env: { FOUNDATION_ACCENT: '#7a1f3d', LINK_KEY: first },
      ports: { store, mail },
      now: () => now,
    })
    const read = async (path: string) => {
      const response = await branded.request(path)
      return { response, html: await response.text() }
    }
    const own = await read(await linkTo('gus'))
    const reply = await read('/reply/x')
    expect([own.response.status, reply.response.status]).toEqual([200, 404])
    for (const name of ['content-security-policy', 'cache-control', 'referrer-policy']) {
      expect(own.response.headers.get(name)).toBe(reply.response.headers.get(name))
    }
    const sheets = (html: string) => /<style>.*<\/header>/s.exec(html)![0]
    expect(sheets(own.html)).toBe(sheets(reply.html))
    expect(own.html).toMatch(/<link rel="stylesheet" href="\/branding\//)
  })

  it('stops one that waits already, and the outbox says why', async () => {
    const path = await linkTo('flo')
    await queue(messageTo('flo', { id: 'waiting' }))
    await click(path)
    await api.features.mail.sendDue()
    expect(mail.messages.map(({ id }) => id)).not.toContain('waiting')
    expect((await api.features.mail.mail.states(['waiting'])).get('waiting')).toMatchObject({
      state: 'failed',
      reply: 'Its reader has stopped messages of this kind.',
    })
  })

  it('isn’t in a formal notice, which arrives all the same', async () => {
    await click(await linkTo('cy'))
    const notice = await mailTo('cy', { kind: 'formal-notice', unsubscribable: false })
    expect(notice).toBeDefined()
    expect(notice).not.toContain('nsubscribe')
  })

  it.each([
    ['altered', async (path: string) => path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['cut', async (path: string) => path.slice(0, -20)],
    [
      'of another person, signed with another key',
      async () => {
        const keys = () => [second]
        const links = createSignedLinks({ keys, now: () => now })
        const expires = new Date(now.getTime() + 86_400_000)
        return `/unsubscribe/${links.sign({ purpose: 'unsubscribe', subject: 'reminder dee', expires })}`
      },
    ],
    [
      'made for something else',
      async () => {
        const links = createSignedLinks({ keys: () => [first], now: () => now })
        const expires = new Date(now.getTime() + 86_400_000)
        return `/unsubscribe/${links.sign({ purpose: 'reply', subject: 'reminder dee', expires })}`
      },
    ],
    [
      'older than 400 days',
      async (path: string) => {
        now = new Date(start.getTime() + 401 * 86_400_000)
        return path
      },
    ],
  ])('does nothing if it is %s', async (_, change) => {
    const path = await change(await linkTo('dee'))
    for (const response of [await api.request(path), await click(path)]) {
      expect(response.status).toBe(410)
      expect(await response.text()).toContain('This link is no longer valid')
    }
    expect(await mailTo('dee')).toBeDefined()
  })

  it('works with the previous key until that is removed', async () => {
    const path = await linkTo('eve')
    const removed = await openApi({ LINK_KEY: second })
    expect((await click(path, removed)).status).toBe(410)
    const rotated = await openApi({ LINK_KEY: second, LINK_KEY_PREVIOUS: first })
    expect((await click(path, rotated)).status).toBe(200)
    expect(await mailTo('eve')).toBeUndefined()
  })
})
