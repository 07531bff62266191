import { getPointer } from '@portal/contract/pointers'
import { describe, expect, it } from 'vitest'
import { openPortal, openPortalIfNamed } from './portal-connection.ts'

const token = 'portal_release_0123456789ab_secret'

describe('the portal that a command talks to', () => {
  it.each([
    [{}, 'PORTAL_URL is missing'],
    [{ PORTAL_URL: 'portal.example.org', PORTAL_TOKEN: token }, 'not a portal’s address'],
    [{ PORTAL_URL: 'ftp://portal.example.org', PORTAL_TOKEN: token }, 'not a portal’s address'],
    [{ PORTAL_URL: 'https://me:pass@portal.example.org', PORTAL_TOKEN: token }, 'not a portal’s'],
    [{ PORTAL_URL: 'http://portal.example.org', PORTAL_TOKEN: token }, 'begin with https'],
    [{ PORTAL_URL: 'http://127.evil.example', PORTAL_TOKEN: token }, 'begin with https'],
    [{ PORTAL_URL: 'https://portal.example.org', PORTAL_TOKEN: ' ' }, 'PORTAL_TOKEN is missing'],
  ])('refuses the address in one sentence that contains no secret: %o', (env, sentence) => {
    let output = ''
    try {
      openPortal('meetings', env)
    } catch (error) {
      output = (error as Error).message
    }
    expect(output).toContain(sentence)
    expect(output).not.toContain('secret')
    expect(output).not.toContain('pass@')
  })

  it.each(['https://portal.example.org', 'http://localhost:3000', 'http://127.0.0.1:3000/'])(
    'receives the token as a header: %s',
    async (PORTAL_URL) => {
      const sent: [string, string | null][] = []
      const portal = openPortal(
        'meetings',
        { PORTAL_URL, PORTAL_TOKEN: token },
        async (input, init) => {
          sent.push([new Request(input).url, new Headers(init?.headers).get('authorization')])
          return new Response('{}', { status: 404 })
        },
      )
      await portal.call(getPointer, { params: { remote: 'meetings' } }).catch(() => {})
      await portal.ask('HEAD', '/api/x')
      await portal.file('/remotes/meetings/1/a.js', 'br')
      const origin = new URL(PORTAL_URL).origin
      expect(sent).toEqual([
        [`${origin}/api/releases/meetings/pointer`, `Bearer ${token}`],
        [`${origin}/api/x`, `Bearer ${token}`],
        [`${origin}/remotes/meetings/1/a.js`, `Bearer ${token}`],
      ])
    },
  )

  it('returns no connection if a command works without a portal', () => {
    expect(openPortalIfNamed('meetings', {})).toBeUndefined()
    expect(() => openPortalIfNamed('meetings', { PORTAL_URL: 'nonsense' })).toThrow(
      'not a portal’s address',
    )
  })
})
