import { describe, expect, it, vi } from 'vitest'
import { pipelineToken, openPortal } from './portal-connection.ts'

const url = 'https://portal.example.org'
const github = {
  ACTIONS_ID_TOKEN_REQUEST_URL: 'https://ci.example.org/token?api-version=2',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'the-jobs-secret',
}

/** The CI provider and the portal's exchange; `fails` are the exchanges whose response is lost. */
function world({ fails = 0, minutes = 30 } = {}) {
  const requests: string[] = []
  let given = 0
  const fetch = async (input: unknown, init?: RequestInit) => {
    const address = String(input)
    const authorization = new Headers(init?.headers).get('authorization')
    if (address.startsWith('https://ci.example.org/')) {
      requests.push(`${address} ${authorization}`)
      return Response.json({ value: `head.job-${(given += 1)}.sign` })
    }
    if (!address.endsWith('/api/release-tokens/exchange')) {
      requests.push(`${address} ${authorization}`)
      return Response.json({})
    }
    const body = JSON.parse(init?.body as string) as { remote: string; token: string }
    requests.push(`exchange ${body.remote} ${body.token}`)
    if (fails-- > 0) throw new TypeError('The connection was cut.')
    const expiresAt = new Date(Date.now() + minutes * 60_000).toISOString()
    const token = { id: '0123456789ab', name: 'main', remote: body.remote, expiresAt }
    return Response.json({ token, secret: `portal_release_of_${body.token}` })
  }
  return { fetch: fetch as typeof globalThis.fetch, requests }
}

describe('the token of a CI job', () => {
  it('requests a GitHub token for this portal alone, exchanges it once, and uses the result for every request', async () => {
    const { fetch, requests } = world()
    const portal = openPortal('meetings', { PORTAL_URL: url, ...github }, fetch)
    expect(requests).toEqual([])
    await portal.ask('GET', '/api/x')
    await portal.file('/remotes/meetings/1/a.js', 'br')
    expect(requests).toEqual([
      'https://ci.example.org/token?api-version=2&audience=https%3A%2F%2Fportal.example.org Bearer the-jobs-secret',
      'exchange meetings head.job-1.sign',
      `${url}/api/x Bearer portal_release_of_head.job-1.sign`,
      `${url}/remotes/meetings/1/a.js Bearer portal_release_of_head.job-1.sign`,
    ])
  })

  it('requests another token when a response was lost, because each can be exchanged once', async () => {
    const { fetch, requests } = world({ fails: 1 })
    const token = pipelineToken({ env: github, url, remote: 'meetings', fetch })!
    expect(await token()).toBe('portal_release_of_head.job-2.sign')
    expect(requests.filter((line) => line.startsWith('exchange'))).toHaveLength(2)
  })

  it('exchanges a new token shortly before the end of the old one', async () => {
    vi.useFakeTimers()
    const { fetch } = world()
    const token = pipelineToken({ env: github, url, remote: 'meetings', fetch })!
    const first = await token()
    vi.advanceTimersByTime(28 * 60_000)
    expect(await token()).toBe(first)
    vi.advanceTimersByTime(90_000)
    expect(await token()).not.toBe(first)
    vi.useRealTimers()
  })

  it('accepts a token from another provider', async () => {
    const { fetch, requests } = world()
    const env = { PORTAL_URL: url, PORTAL_OIDC_TOKEN: 'a.b.c', PORTAL_REMOTE: 'directory' }
    await openPortal(undefined, env, fetch).ask('GET', '/api/x')
    expect(requests[0]).toBe('exchange directory a.b.c')
  })

  it('prefers a release token', async () => {
    const { fetch, requests } = world()
    const env = { PORTAL_URL: url, PORTAL_TOKEN: 'portal_release_1', ...github }
    await openPortal('meetings', env, fetch).ask('GET', '/api/x')
    expect(requests).toEqual([`${url}/api/x Bearer portal_release_1`])
  })

  it('requires a remote, and a provider that uses TLS', () => {
    const { fetch } = world()
    expect(() => openPortal(undefined, { PORTAL_URL: url, ...github }, fetch)).toThrow(
      'PORTAL_REMOTE is missing',
    )
    const env = { ...github, ACTIONS_ID_TOKEN_REQUEST_URL: 'http://ci.example.org/token' }
    expect(() => pipelineToken({ env, url, remote: 'meetings', fetch })).toThrow('https')
    expect(pipelineToken({ env: {}, url, remote: 'meetings', fetch })).toBeUndefined()
  })
})
