import { randomUUID } from 'node:crypto'
import { deleteTerm, listTerms } from '@portal/contract/bodies'
import { requestReplies, listReplies, saveOwnReply } from '@portal/contract/replies'
import { updateUser } from '@portal/contract/users'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryMail } from '../../adapters/memory/memory-mail.ts'
import { Refusal } from '../../refusal.ts'
import { createSignedLinks } from '../../platform/links/signed-link.ts'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'
import { changeMeeting, meeting, storeBoard, time } from './replies-fixture.ts'

let api: TestApi
let clock: string
let mail: ReturnType<typeof memoryMail>
beforeEach(async () => {
  clock = '2026-11-12T20:00:00Z'
  mail = memoryMail()
  api = await testApi({ now: () => new Date(clock), ports: { mail } })
  await storeBoard(api)
})
afterEach(() => api.close())

const admin = () => api.call('admin')
const pathOf = (person: string, answer?: 'video' | 'in-person') =>
  new URL(api.features.replies.linkFor(person, meeting, answer)!).pathname +
  new URL(api.features.replies.linkFor(person, meeting, answer)!).search
const open = async (path: string, init?: RequestInit) => {
  const response = await api.request(path, init)
  return { response, html: await response.text() }
}
const press = async (path: string, fields: Record<string, string>) =>
  open(path.split('?')[0]!, { method: 'POST', body: new URLSearchParams({ ...time, ...fields }) })
const stored = async () => (await api.ports.store.list('replies')).documents

describe('the page of a link', () => {
  it('shows whose reply it is, the meeting and the chosen answer, and saves nothing', async () => {
    const { response, html } = await open(pathOf('ada', 'video'))
    expect(response.status).toBe(200)
    expect(html).toContain('<h1>Reply for Ada Park</h1>')
    expect(html).toContain('Winter Meeting')
    expect(html).toContain('Thursday 10 December 2026, 10:00 AM – 12:00 PM PT')
    expect(html).toContain('value="video" required checked')
    expect(html).not.toContain('value="in-person" required checked')
    await open(pathOf('ada', 'video'), { method: 'HEAD' })
    await open(pathOf('ada', 'video'), { headers: { 'sec-purpose': 'prefetch' } })
    expect(await stored()).toEqual([])
  })

  it('runs no script, is shown in no frame, and tells no other site its address', async () => {
    const { headers } = (await open(pathOf('ada'))).response
    const policy = headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toContain('script-src')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('asks to try again while the database doesn’t answer, and no log has the link', async () => {
    const link = pathOf('ada')
    for (const name of ['get', 'list', 'transaction'] as const) {
      api.ports.store[name] = () => Promise.reject(new Refusal('unavailable', 'down'))
    }
    const { response, html } = await open(link)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(html).toContain('The portal can’t do this at the moment')
    expect((await press(link, { answer: 'video' })).response.status).toBe(503)
    expect(api.logged.join('\n')).not.toContain(link.split('/').at(-1))
  })

  it('takes one press, without a sign-in, and shows the reply afterwards', async () => {
    const { response } = await press(pathOf('ada'), { answer: 'video', note: 'Back at ten' })
    expect(response.status).toBe(303)
    const { html } = await open(response.headers.get('location')!)
    expect(html).toContain('Thank you, your reply is saved: By video.')
    // The mail may have been forwarded.
    expect(html).not.toContain('Back at ten')
    expect(await stored()).toMatchObject([
      { person: 'ada', answer: 'video', note: 'Back at ten', source: 'link' },
    ])
    // Pressed twice, and without a note: nothing changes.
    await press(pathOf('ada'), { answer: 'video', note: '' })
    expect(await stored()).toMatchObject([{ note: 'Back at ten', revision: 1 }])
    const audit = await api.ports.store.list('audit', { where: { what: 'reply given' } })
    expect(audit.documents).toMatchObject([{ who: 'ada@elsewhere.example' }])
  })

  it('asks again for an answer or a present time, and keeps the choice', async () => {
    expect((await press(pathOf('ada'), {})).response.status).toBe(422)
    expect((await press(pathOf('ada'), { answer: 'perhaps' })).response.status).toBe(422)
    await changeMeeting(api, { time: '11:00' })
    const { response, html } = await press(pathOf('ada'), { answer: 'video' })
    expect(response.status).toBe(409)
    expect(html).toContain('The meeting moved from 10:00 AM – 12:00 PM to 11:00 AM – 12:00 PM')
    expect(html).toContain('value="video" required checked')
    const saved = await press(pathOf('ada'), { answer: 'video', time: '11:00' })
    expect(saved.response.status).toBe(303)
  })

  it('escapes what people have written', async () => {
    await changeMeeting(api, { title: '<b>"Winter" & more</b>', location: '<script>' })
    const { html } = await open(pathOf('ada'))
    expect(html).toContain('&lt;b&gt;&quot;Winter&quot; &amp; more&lt;/b&gt;')
    expect(html).not.toContain('<script>')
  })
})

describe('a link', () => {
  it('that is altered, of another purpose or empty says nothing', async () => {
    const link = pathOf('ada')
    const other = `/reply/${api.features.replies.linkFor('maria', meeting)!.split('/').at(-1)!.split('.')[0]}.${link.split('.')[1]}`
    const expires = new Date('2030-01-01')
    const subject = `ada\n${meeting}`
    const [own] = (await api.ports.store.list('link_keys')).documents
    const signing = createSignedLinks({
      keys: () => [String(own?.['key'])],
      now: () => new Date(clock),
    })
    const foreign = `/reply/${signing.sign({ purpose: 'unsubscribe', subject, expires })}`
    for (const path of [`${link}x`, link.slice(0, -1), other, foreign, '/reply/x', '/reply/x.y']) {
      const { response, html } = await open(path)
      expect([path, response.status]).toEqual([path, 404])
      expect(html).not.toContain('Ada')
      expect((await press(path, { answer: 'video' })).response.status).toBe(404)
    }
    expect(await stored()).toEqual([])
  })

  it('expires, also if the meeting was moved by years', async () => {
    const link = pathOf('ada')
    await changeMeeting(api, { date: '2028-03-02' })
    clock = '2027-12-10T20:00:00Z'
    expect((await open(link)).response.status).toBe(200)
    clock = '2027-12-12T20:00:00Z'
    expect((await open(link)).response.status).toBe(404)
    expect((await press(link, { answer: 'video', date: '2028-03-02' })).response.status).toBe(404)
    expect((await open(pathOf('ada'))).response.status).toBe(200)
  })

  it('works after the key was changed for as long as the portal has the earlier one', async () => {
    const [first, second] = [randomUUID() + randomUUID(), randomUUID() + randomUUID()]
    const withKeys = (env: Record<string, string>) =>
      testApi({ now: () => new Date(clock), ports: { store: api.ports.store }, env })
    const before = await withKeys({ LINK_KEY: first })
    const { pathname } = new URL(before.features.replies.linkFor('ada', meeting)!)
    const during = await withKeys({ LINK_KEY: second, LINK_KEY_PREVIOUS: first })
    expect((await during.request(pathname)).status).toBe(200)
    const after = await withKeys({ LINK_KEY: second })
    expect((await after.request(pathname)).status).toBe(404)
  })

  it('ends with the meeting, and moves with it', async () => {
    const link = pathOf('ada')
    await changeMeeting(api, { date: '2026-12-17' })
    clock = '2026-12-17T19:59:00Z'
    expect((await open(link)).html).toContain('Will you come?')
    clock = '2026-12-17T20:00:00Z'
    const { response, html } = await open(link)
    expect([response.status, html.includes('This meeting is over')]).toEqual([200, true])
    const late = await press(link, { answer: 'video', date: '2026-12-17' })
    expect(late.response.status).toBe(409)
  })

  it('ends with the person’s term, and with their access', async () => {
    const [link, marias] = [pathOf('ada'), pathOf('maria')]
    const [term] = (await api.ports.store.list('terms', { where: { person: 'ada' } })).documents
    const { id, revision, updatedAt: _, ...body } = term!
    await api.ports.store.update('terms', id, { ...body, to: '2026-11-30' }, revision)
    expect((await open(link)).response.status).toBe(404)
    expect((await open(marias)).response.status).toBe(200)
    const params = { uid: uidOf(testPeople.member) }
    await admin()(updateUser, { params, body: { disabled: true } })
    expect((await open(marias)).response.status).toBe(404)
  })
})

describe('the mail that asks for replies', () => {
  const remind = (id: string) => admin()(requestReplies, { params: { meeting }, body: { id } })

  it('goes once to everybody with an address who hasn’t replied, and has a link for each answer', async () => {
    await api.call('member')(saveOwnReply, {
      params: { meeting },
      body: { answer: 'video', time },
      revision: 'new',
    })
    const id = randomUUID()
    const first = await remind(id)
    expect(first).toMatchObject({ asked: 3, byHand: ['Ben Ode'] })
    expect(await remind(id)).toEqual(first)
    await api.features.mail.sendDue()
    const { documents } = await api.ports.store.list('mails')
    expect(documents).toHaveLength(3)
    const text = JSON.stringify(documents.find(({ person }) => person === 'ada'))
    for (const answer of ['in-person', 'video', 'cannot-come', 'not-sure']) {
      expect(text).toContain(`?answer=${answer}`)
    }
    const { mail: isOn, requests } = await admin()(listReplies, { params: { meeting } })
    expect([isOn, requests]).toEqual([true, [first]])
  })

  it('says why it asks again', async () => {
    await press(pathOf('ada'), { answer: 'video' })
    await changeMeeting(api, { time: '11:00' })
    await remind(randomUUID())
    const { documents } = await api.ports.store.list('mails', { where: { person: 'ada' } })
    expect(JSON.stringify(documents)).toContain('The meeting moved from 10:00 AM')
  })
})

describe('a reminder that the mail server delays', () => {
  const end = () => api.ports.store.list('mails', { where: { kind: 'reply-request' } })
  /** What became of each person’s reminder. */
  const outcomes = async () => {
    await api.features.mail.sendDue()
    const { documents } = await end()
    return Object.fromEntries(documents.map(({ person, reply }) => [person, reply]))
  }
  beforeEach(async () => {
    await admin()(requestReplies, { params: { meeting }, body: { id: randomUUID() } })
  })

  it('is sent with the meeting’s present time, and to nobody who has replied or isn’t asked any more', async () => {
    await changeMeeting(api, { date: '2026-12-11', location: 'By video' })
    await api.call('admin')(saveOwnReply, {
      params: { meeting },
      body: { answer: 'video', time: { ...time, date: '2026-12-11' } },
      revision: 'new',
    })
    const params = { uid: uidOf(testPeople.member) }
    await admin()(updateUser, { params, body: { disabled: true } })
    const { terms } = await admin()(listTerms)
    const { id, revision } = terms.find(({ person }) => person === 'cleo')!
    await admin()(deleteTerm, { params: { id }, revision })
    expect(await outcomes()).toEqual({
      ada: '250 Kept',
      ruth: 'The person has replied.',
      maria: 'The person isn’t asked any more.',
      cleo: 'The person isn’t asked any more.',
    })
    const text = mail.messages.map(({ bytes }) => Buffer.from(bytes).toString()).join('')
    expect(text).toContain('11 December 2026')
    expect(text).not.toContain('10 December 2026')
    expect(text).toContain('By video')
  })

  it.each([
    ['has begun', () => void (clock = '2026-12-10T18:30:00Z'), 'The meeting has begun.'],
    [
      'was cancelled',
      () => changeMeeting(api, { stage: 'cancelled' }),
      'The meeting takes no replies any more.',
    ],
    [
      'was deleted',
      async () => api.ports.store.delete('agendas', meeting),
      'The meeting takes no replies any more.',
    ],
  ])('isn’t sent once the meeting %s', async (_, change, why) => {
    const queued = (await end()).documents
    for (const { id, revision, updatedAt: _at, ...body } of queued) {
      await api.ports.store.update('mails', id, { ...body, until: '2027-01-01' }, revision)
    }
    await change()
    const found = await outcomes()
    expect(Object.keys(found)).toEqual(['ada', 'cleo', 'maria', 'ruth'])
    expect(new Set(Object.values(found))).toEqual(new Set([why]))
    expect(mail.messages).toEqual([])
  })
})
