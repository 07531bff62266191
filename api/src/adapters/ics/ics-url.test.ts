import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { icsCalendar } from './ics-calendar.ts'
import { icsUrl } from './ics-url.ts'

const from = new Date('2026-01-01T08:00:00Z')
const to = new Date('2027-01-01T08:00:00Z')
const textOf = (summary: string) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'UID:a',
    'DTSTAMP:20260101T000000Z',
    `SUMMARY:${summary}`,
    'DTSTART:20260310T180000Z',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')

type Answer = (request: IncomingMessage, response: ServerResponse) => void
let answer: Answer
let requests: IncomingMessage[]
let url: string
let stop: () => Promise<void>
beforeEach(async () => {
  requests = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/board.ics`
  stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})
afterEach(() => stop())

const calendar = (options: Partial<Parameters<typeof icsUrl>[0]> = {}) =>
  icsCalendar({ source: icsUrl({ url, freshFor: 0, ...options }), timeZone: 'America/Los_Angeles' })
const summaries = async (of: ReturnType<typeof calendar>) =>
  (await of.between(from, to)).map(({ summary }) => summary)
const refused = { code: 'unavailable', message: 'Failed to fetch upcoming events' }

/** Responds with the text and an ETag, or with 304 if the client has that version. */
const tagged =
  (text: string, tag: string): Answer =>
  (request, response) => {
    if (request.headers['if-none-match'] === tag) response.writeHead(304).end()
    else
      response
        .writeHead(200, { etag: tag, 'last-modified': 'Fri, 20 Nov 2026 09:00:00 GMT' })
        .end(text)
  }

describe('a published calendar', () => {
  it('fetches the calendar once per interval, however often it is read', async () => {
    answer = tagged(textOf('Board'), '"1"')
    const kept = calendar({ freshFor: 60_000 })
    for (let n = 0; n < 5; n++) expect(await summaries(kept)).toEqual(['Board'])
    expect((await kept.byId('a'))?.summary).toBe('Board')
    expect(requests).toHaveLength(1)
  })

  it('doesn’t download an unchanged calendar again, and reads it again after a change', async () => {
    answer = tagged(textOf('Old'), '"1"')
    const current = calendar()
    expect(await summaries(current)).toEqual(['Old'])
    expect(await summaries(current)).toEqual(['Old'])
    expect(requests[1]!.headers).toMatchObject({
      'if-none-match': '"1"',
      'if-modified-since': 'Fri, 20 Nov 2026 09:00:00 GMT',
    })
    answer = tagged(textOf('New'), '"2"')
    expect(await summaries(current)).toEqual(['New'])
  })

  it.each<[string, Answer]>([
    ['fails', (_, response) => response.writeHead(500).end()],
    ['is gone', (_, response) => response.writeHead(404).end()],
    ['breaks off', (request) => request.socket.destroy()],
    ['sends half of it', (_, response) => response.end(textOf('Half').slice(0, 90))],
    ['sends a page', (_, response) => response.end('<html>Please sign in</html>')],
    [
      'redirects to another host',
      (_, response) => response.writeHead(302, { location: 'http://elsewhere.example/' }).end(),
    ],
    ['redirects in a loop', (_, response) => response.writeHead(302, { location: '/' }).end()],
    ['never stops sending', (_, response) => void endless(response)],
    ['hangs', () => undefined],
  ])('keeps the last valid version, marked as stale, while its server %s', async (_, trouble) => {
    answer = tagged(textOf('Board'), '"1"')
    const now = new Date('2026-11-20T17:00:00Z')
    const current = calendar({ now: () => now, timeLimit: 300, maxBytes: 100_000 })
    expect(await current.between(from, to)).not.toHaveProperty('staleSince')
    answer = trouble
    const old = await current.between(from, to)
    expect(old.map(({ summary }) => summary)).toEqual(['Board'])
    expect(old.staleSince).toEqual(now)
    expect((await current.byId('a'))?.staleSince).toEqual(now)
    answer = tagged(textOf('Back'), '"3"')
    expect(await summaries(current)).toEqual(['Back'])
    const fresh = calendar({ timeLimit: 300, maxBytes: 100_000 })
    answer = trouble
    await expect(fresh.between(from, to)).rejects.toMatchObject(refused)
  })

  it('follows a redirect of its server', async () => {
    answer = (request, response) => {
      if (request.url === '/board.ics') response.writeHead(301, { location: '/moved.ics' }).end()
      else response.end(textOf('Moved'))
    }
    expect(await summaries(calendar())).toEqual(['Moved'])
  })

  it('never fetches a calendar from another machine without encryption', async () => {
    const open = calendar({ url: 'http://calendar.example/board.ics' })
    await expect(open.between(from, to)).rejects.toMatchObject({
      ...refused,
      details: {
        cause: { message: 'The calendar leads to http://calendar.example, which isn’t https.' },
      },
    })
  })
})

async function endless(response: ServerResponse): Promise<void> {
  response.writeHead(200)
  function* chunks() {
    for (;;) yield 'X'.repeat(65_536)
  }
  // Ends when the portal closes the connection.
  await pipeline(chunks, response).catch(() => undefined)
}
