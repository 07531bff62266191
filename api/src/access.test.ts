import { describe, expect, it } from 'vitest'
import {
  audienceOf,
  isDesignatedAdmin,
  isFoundationEmail,
  isMember,
  mustBeAllowedToCall,
  personOf,
} from './access.ts'
import type { Claims } from './platform/identity/identity.ts'

const domain = 'larkspur.example'
const google: Claims = {
  uid: 'u',
  email: 'ruth.abelman@larkspur.example',
  emailVerified: true,
  provider: 'google.com',
  createdByAdmin: false,
  hasSecondFactor: false,
  signedInAt: 0,
  expiresAt: 0,
}
const password: Claims = { ...google, provider: 'password', emailVerified: false }
const list = new Set(['ruth.abelman@larkspur.example'])

describe('a foundation e-mail', () => {
  it.each(['ada@larkspur.example', 'ADA@Larkspur.Example', '"a@b"@larkspur.example'])(
    'can be %s',
    (email) => expect(isFoundationEmail({ email, emailVerified: true }, domain)).toBe(true),
  )
  it.each([
    'ada@evil-larkspur.example',
    'ada@larkspur.example.evil',
    'ada@sub.larkspur.example',
    'larkspur.example',
    '@larkspur.example',
    'ada@larkspur.example@evil.example',
    '',
  ])('rejects %j', (email) =>
    expect(isFoundationEmail({ email, emailVerified: true }, domain)).toBe(false),
  )
  it('requires a verified e-mail', () => {
    expect(isFoundationEmail({ email: google.email, emailVerified: false }, domain)).toBe(false)
  })
})

describe('membership', () => {
  it('requires Google sign-in with a verified foundation e-mail', () => {
    expect(isMember(google, domain)).toBe(true)
    expect(isMember({ ...google, emailVerified: false }, domain)).toBe(false)
    expect(isMember({ ...google, email: 'ada@elsewhere.example' }, domain)).toBe(false)
  })
  it('grants membership to an account created by an admin, in any domain', () => {
    expect(isMember({ ...password, createdByAdmin: true }, domain)).toBe(true)
    const elsewhere = { ...password, createdByAdmin: true, email: 'ada@elsewhere.example' }
    expect(isMember(elsewhere, domain)).toBe(true)
  })
  it('grants no membership to self-registered accounts or other providers', () => {
    expect(isMember(password, domain)).toBe(false)
    expect(isMember({ ...password, emailVerified: true }, domain)).toBe(false)
    for (const provider of ['facebook.com', 'custom', 'anonymous', 'phone', '']) {
      expect(isMember({ ...google, provider, createdByAdmin: true }, domain)).toBe(false)
    }
  })
})

describe('a guest or an assistant', () => {
  const named = { designated: list, qa: list }

  it('has no right of a member, regardless of what else is true of the account', () => {
    const rights = { isAdmin: false, canManageUsers: false, editsAgendas: false }
    for (const kind of ['guest', 'assistant'] as const) {
      const person = personOf(google, domain, { ...named, kind: { kind } })
      expect(person).toEqual({ uid: 'u', email: google.email, kind, ...rights })
      expect(audienceOf(person)).toBe('outsiders')
    }
  })

  it('needs the record of its kind, because its provider vouches for nothing', () => {
    expect(() => personOf(password, domain, named)).toThrow('Access restricted to')
  })

  it('calls what is for readers, and nothing that says otherwise or nothing', () => {
    const guest = { kind: 'guest' } as const
    mustBeAllowedToCall(guest, { method: 'GET', callers: 'readers' })
    const others = { method: 'GET', callers: 'members' } as const
    expect(() => mustBeAllowedToCall(guest, others)).toThrow('Guests see what they are invited to')
    expect(() => mustBeAllowedToCall({ kind: 'assistant' }, { method: 'GET' })).toThrow(
      'Assistants see what is for everybody',
    )
  })
})

describe('an admin', () => {
  it('requires Google sign-in, a verified foundation e-mail and a place on the list of admins', () => {
    expect(isDesignatedAdmin(google, domain, list)).toBe(true)
    expect(
      isDesignatedAdmin({ ...google, email: 'RUTH.Abelman@Larkspur.example' }, domain, list),
    ).toBe(true)
    expect(isDesignatedAdmin({ ...google, emailVerified: false }, domain, list)).toBe(false)
    expect(isDesignatedAdmin(google, domain, new Set())).toBe(false)
    const twin = { ...password, emailVerified: true, createdByAdmin: true }
    expect(isDesignatedAdmin(twin, domain, list)).toBe(false)
    const listed = new Set(['eve@elsewhere.example'])
    expect(isDesignatedAdmin({ ...google, email: 'eve@elsewhere.example' }, domain, listed)).toBe(
      false,
    )
  })
  it('distinguishes admins from members', () => {
    expect(personOf(google, domain, { designated: list, qa: new Set() })).toMatchObject({
      isAdmin: true,
      canManageUsers: true,
    })
    expect(personOf(google, domain, { designated: new Set(), qa: new Set() })).toMatchObject({
      isAdmin: false,
      canManageUsers: false,
      editsAgendas: true,
    })
  })
})

describe('a look-alike address', () => {
  // The Kelvin sign (U+212A) is a k in Unicode's lower case.
  const lookAlike = 'ru\u212a@larkspur.example'
  const designated = new Set(['ruk@larkspur.example'])

  it('accepts a look-alike neither as an admin nor as a member', () => {
    const claims = { ...google, email: lookAlike }
    expect(isDesignatedAdmin(claims, domain, designated)).toBe(false)
    expect(isMember(claims, domain)).toBe(false)
    expect(isMember({ ...password, email: lookAlike, createdByAdmin: true }, domain)).toBe(false)
  })

  it('doesn’t match a look-alike to the domain', () => {
    const claims = { ...google, email: 'ada@lar\u212aspur.example' }
    expect(isFoundationEmail(claims, domain)).toBe(false)
    expect(isMember(claims, domain)).toBe(false)
  })

  it.each(['\u0000', '\ud800'])('refuses an address that contains %j', (sign) => {
    expect(isMember({ ...google, email: `ada${sign}@larkspur.example` }, domain)).toBe(false)
  })
})
