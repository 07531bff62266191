import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RemoteStatus } from './remote-status.ts'
import { serveStatus, statusPage } from './status-page.ts'

const hour = '2026-11-22T09:00:00.000Z'
const status: RemoteStatus = {
  remote: 'meetings',
  portal: 'https://portal.example',
  pointer: {
    remote: 'meetings',
    stable: '1.0.0-a',
    lastGood: [],
    denied: [],
    revision: 1,
  },
  verdicts: {},
  moves: [],
  since: hour,
  releases: [
    {
      release: '1.0.0-a',
      place: 'stable',
      previews: [],
      errors: {
        remote: 'meetings',
        release: '1.0.0-a',
        hasMaps: true,
        usual: {
          others: 2,
          groups: [
            {
              id: 'x',
              message: 'Error: <img src=x onerror=alert(1)>',
              count: 3,
              people: 2,
              first: hour,
              last: hour,
              frames: [
                {
                  from: 'release',
                  file: 'container.js',
                  line: 1,
                  column: 20,
                  source: { file: 'src/"><script>.tsx', line: 11, column: 3 },
                },
              ],
            },
          ],
        },
        previews: { groups: [], others: 0 },
      },
    },
  ],
}

describe('the page', () => {
  it('shows each error with its numbers and its place in the sources', () => {
    const page = statusPage(status)
    expect(page).toContain('<h2>1.0.0-a, stable</h2>')
    expect(page).toContain('3 times, of 2 people, 2026-11-22 09:00 UTC')
    expect(page).toContain(':11:3</pre>')
    expect(page).toContain('2 more errors of other kinds aren’t listed.')
  })

  it('contains nothing that a browser would run or load', () => {
    const page = statusPage(status)
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(page).not.toMatch(/<(script|img|link|iframe)|\s(src|href|on\w+)="/)
  })
})

describe('its address', () => {
  let page: Awaited<ReturnType<typeof serveStatus>>
  let read: () => Promise<RemoteStatus>
  beforeEach(async () => {
    read = async () => status
    page = await serveStatus(() => read())
  })
  afterEach(() => page.close())

  const statusOf = (address: string, host?: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = host === undefined ? {} : { host }
      request(address, { headers, agent: false }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .once('error', reject)
        .end()
    })

  it('is a secret of this machine, whose page loads nothing from elsewhere', async () => {
    const { hostname, pathname, origin } = new URL(page.address)
    expect(hostname).toBe('127.0.0.1')
    expect(pathname.length).toBeGreaterThan(30)
    const response = await fetch(page.address)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await statusOf(origin)).toBe(404)
    expect(await statusOf(`${origin}${pathname}x`)).toBe(404)
  })

  it('can’t be used under another site’s name', async () => {
    expect(await statusOf(page.address, 'attacker.example')).toBe(404)
  })

  it('reads the status at each load, and shows why it could not', async () => {
    read = async () => {
      throw new Error('The release token <has> expired.')
    }
    const response = await fetch(page.address)
    expect(response.status).toBe(502)
    expect(await response.text()).toContain('The release token &lt;has&gt; expired.')
  })
})
