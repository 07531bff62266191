import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { endTermsOfPerson } from '@portal/contract/bodies'
import { startNotices } from '@portal/contract/notices'
import { listReplies, requestReplies } from '@portal/contract/replies'
import { adminToken, callWith, memberToken } from '../bench/session.ts'
import { comingWeeks, createRoofMeeting, giveAccount, seat } from '../support/board-of-nine.ts'
import { expect, test } from '../support/fixtures.ts'

const hours = { time: '14:00', endTime: '15:00' }

test(
  'programs that follow the links of mails change nothing, and a link acts for its reader alone',
  { tag: '@long' },
  async ({ ownPortal }) => {
    const weeks = comingWeeks()
    const startsAt = weeks.moment(0, '11:00')
    const { url, dataFolder, moveTo } = await ownPortal({ MAIL_PER_MINUTE: '600' }, { startsAt })
    const call = callWith(url, await adminToken(url))
    const date = weeks.day(18)
    const people = ['james-okafor', 'maria-lopez']
    await seat(
      call,
      people.map((person) => ({ person, office: 'member' })),
      date,
    )
    await giveAccount(call, 'james-okafor')
    const meeting = await createRoofMeeting(call, date)
    const params = { meeting }
    await call(startNotices, { params })
    await moveTo(weeks.moment(1, '09:00'))
    await call(requestReplies, { params, body: { id: crypto.randomUUID() } })
    await moveTo(weeks.moment(1, '10:00'))

    const mails = readdirSync(join(dataFolder, 'outbox')).map(mailOf(dataFolder))
    const links = [...new Set(mails.flatMap(({ links: all }) => all))]
    expect(links.filter((link) => link.startsWith('/reply/')).length).toBeGreaterThan(7)
    expect(links.some((link) => link.startsWith('/unsubscribe/'))).toBe(true)
    const stored = () => documentsIn(dataFolder)
    const send = (path: string, init: RequestInit = {}) =>
      fetch(`${url}${path}`, { redirect: 'manual', ...init })
    const press = (path: string, fields: Record<string, string>, headers = {}) => {
      const body = new URLSearchParams({ ...hours, date, ...fields })
      return send(path.split('?')[0]!, { method: 'POST', body, headers })
    }

    // As scanners, previews and prefetching browsers do, also signed in as somebody.
    const cookie = `__session=${await memberToken(url)}`
    await send('/', { headers: { cookie } })
    const before = stored()
    for (const link of links) {
      for (const init of [
        {},
        { headers: { 'user-agent': 'Mozilla/5.0 (compatible; SafeLinks)', cookie } },
        { headers: { 'sec-purpose': 'prefetch;prerender', purpose: 'prefetch' } },
        { method: 'HEAD' },
        { method: 'OPTIONS' },
        { method: 'PUT' },
        { method: 'DELETE' },
      ]) {
        const response = await send(link, init)
        expect([link, init.method, response.status < 500]).toEqual([link, init.method, true])
        await response.arrayBuffer()
      }
    }
    expect(stored()).toEqual(before)

    // Forged: another signature, another person's, another purpose, and what was cut off.
    const replyTo = (person: string) =>
      mails
        .filter(({ to, text }) => to.includes(person) && /^Subject: Will you come/m.test(text))
        .flatMap(({ links: all }) => all)
        .find((link) => link.startsWith('/reply/'))!
        .split('?')[0]!
    const [james, maria] = [replyTo('james.okafor'), replyTo('maria.lopez')]
    const stop = links.find((link) => link.startsWith('/unsubscribe/'))!
    const [head, signature] = james.split('.') as [string, string]
    for (const path of [
      `${head}.${maria.split('.')[1]!}`,
      `${maria.split('.')[0]!}.${signature}`,
      `${james}x`,
      james.slice(0, -1),
      `${head}.`,
      stop.replace('/unsubscribe/', '/reply/'),
      james.replace('/reply/', '/unsubscribe/'),
    ]) {
      expect([path, (await press(path, { answer: 'video' })).status]).toEqual([
        path,
        path.startsWith('/reply/') ? 404 : 410,
      ])
    }
    expect(stored()).toEqual(before)

    // A press acts for the link's reader, also if somebody else is signed in, and only once if it is sent again.
    for (let n = 0; n < 3; n += 1) {
      expect((await press(james, { answer: 'video' }, { cookie })).status).toBe(303)
    }
    const replies = () => stored().filter((line) => line.startsWith('replies '))
    const given = (await call(listReplies, { params })).replies.filter(({ answer }) => answer)
    expect(given).toMatchObject([{ name: 'James Okafor', answer: 'video', source: 'link' }])
    // The reply and its entry in the audit.
    expect(stored()).toHaveLength(before.length + 2)

    // Nobody replies by the link of somebody who has left.
    await call(endTermsOfPerson, { params: { id: 'james-okafor' } })
    const afterwards = replies()
    expect((await send(james)).status).toBe(404)
    expect((await press(james, { answer: 'in-person' })).status).toBe(404)
    expect(replies()).toEqual(afterwards)
  },
)

/** A mail in the outbox, to whom it is, and the paths of its links. */
const mailOf = (dataFolder: string) => (name: string) => {
  const raw = readFileSync(join(dataFolder, 'outbox', name), 'utf8')
  const text = raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
    .replaceAll(/\r?\n[ \t]/g, '')
  const links = [...text.matchAll(/http:\/\/localhost:0(\/[^\s<>"&]*)/g)].map(([, path]) => path!)
  return { to: /^To: .*$/m.exec(text)?.[0] ?? '', text, links }
}

/** Board books, visits, and the time of the last change. */
const ofBackground = new Set(['board_books', 'clock', 'sign_ins', 'audit_access', 'audit_anchors'])

/** Every stored document with its revision, but for what background jobs write. */
function documentsIn(dataFolder: string): string[] {
  const database = new DatabaseSync(join(dataFolder, 'portal.sqlite'), { readOnly: true })
  const rows = database
    .prepare(
      "SELECT collection, id, revision, json_extract(body, '$.what') AS what FROM documents ORDER BY collection, id",
    )
    .all() as { collection: string; id: string; revision: number; what: string | null }[]
  database.close()
  return rows
    .filter(({ collection, what }) => !ofBackground.has(collection) && what !== 'board book made')
    .map(({ collection, id, revision, what }) => `${collection} ${what ?? id} ${revision}`)
}
