import { hash } from 'node:crypto'
import type { Person } from '@portal/contract/portal'
import { releaseTokenPrefix } from '@portal/contract/release-tokens'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { asMember, mustBeFresh, mustHaveSecondFactor, personOf } from '../../access.ts'
import { type AccountKinds, shownKind, type StoredKind } from '../identity/account-kinds.ts'
import type { DesignatedAdminsInMemory } from '../identity/designated-admins.ts'
import type { Claims, Identity, SignIn } from '../identity/identity.ts'
import type { LastDays } from '../identity/last-days.ts'
import { signInRuleOf } from '../identity/sign-in-limits.ts'
import type { RevokedSessions } from '../identity/revoked-sessions.ts'
import type { SecondFactors } from '../identity/second-factors.ts'
import { type SetPasswords, shownPasswordSet } from '../identity/set-passwords.ts'
import type { SignInOrigin, SignIns } from '../identity/sign-ins.ts'
import type { Visits } from '../identity/visits.ts'
import { backgroundHeader } from '@portal/contract/sign-ins'
import {
  memberViewHeader,
  memberViewIn,
  memberViewParameter,
  memberViewText,
  type ViewedAs,
} from '@portal/contract/member-view'
import { Refusal } from '../../refusal.ts'
import type { AppEnv } from './request-context.ts'
import { sessionCookie } from './session-cookie.ts'
import { deviceOf, locationOf } from './sign-in-origin.ts'

type Options = {
  identity: Identity
  admins: Pick<DesignatedAdminsInMemory, 'current' | 'version'>
  revoked: Pick<RevokedSessions, 'get' | 'refuseRevoked' | 'version'>
  kinds: Pick<AccountKinds, 'get' | 'version'>
  lastDays: Pick<LastDays, 'get' | 'hasEnded' | 'refuseEnded' | 'version'>
  signIns: Pick<SignIns, 'use' | 'begin'>
  visits: Pick<Visits, 'note'>
  secondFactors: Pick<SecondFactors, 'get' | 'version'>
  setPasswords: Pick<SetPasswords, 'get' | 'version'>
  /** Everyone who signs in with a password needs a second factor. */
  isSecondFactorRequired: boolean
  /** Comparable e-mail addresses of accounts that only read. */
  qaAccounts: ReadonlySet<string>
  /** A header of a trusted proxy with the client's location. */
  locationHeader: string | undefined
  domain: string
  now: () => Date
}

type Session = { claims: Claims; token: string; person: Person }

export type SignedIn = {
  /**
   * The caller: the bearer token's person, or the cookie's for a read. Refuses with `unauthenticated`, or with
   * `forbidden` if the caller is not a member.
   */
  person: (c: Context<AppEnv>) => Promise<Person>
  /** Refuses with `reauthenticate` if the caller, known by now, signed in too long ago. */
  mustBeFresh: (c: Context<AppEnv>) => void
  /** The caller with the token and its claims. Records the sign-in if it is new. */
  session: (c: Context<AppEnv>) => Promise<Session>
  /** The person that the cookie identifies, for a page; undefined if there is none for any reason. */
  visitor: (c: Context<AppEnv>) => Promise<Person | undefined>
  /**
   * The sign-ins of all tokens in the request, members' or not. Invalid tokens are left out; refuses while tokens
   * can't be verified.
   */
  signIns: (c: Context<AppEnv>) => Promise<Claims[]>
  /** The sign-ins that made a request since the last call, whether or not it was allowed. */
  recentSignIns: () => SignIn[]
}

type VerifiedToken = {
  claims: Claims
  /** In ms. */
  expiresAt: number
  person: Person | undefined
  /** The person in each member view; like `person`, the same object for every request. */
  views: Map<string, Person>
  /** Version of the lists that `person` was derived from. */
  version: number
  isInUse: boolean
}

/** The oldest are forgotten first. */
const maxTokens = 10_000

/** Of a token. */
const maxViews = 100

/** Turns tokens into persons. Each token is verified once, and remembered by its hash until it expires. */
export function createSignedIn(options: Options): SignedIn {
  const { identity, admins, revoked, kinds, lastDays, signIns, visits } = options
  const { secondFactors, setPasswords, isSecondFactorRequired } = options
  const { qaAccounts, locationHeader, domain, now } = options
  const verified = new Map<string, VerifiedToken>()

  /** The person is derived once for each version of the lists; a refusal is never remembered. */
  const personFrom = (
    token: VerifiedToken,
    c: Context<AppEnv>,
    view: ViewedAs | undefined,
  ): Person => {
    token.isInUse = true
    // They only rise, so their sum changes with each.
    const version = [admins, revoked, kinds, lastDays, secondFactors, setPasswords].reduce(
      (sum, list) => sum + list.version(),
      0,
    )
    const kind = kinds.get(token.claims.uid)
    // Also for a known person: a day ends without a change of a list.
    lastDays.refuseEnded(token.claims.uid)
    if (kind?.assists) mustStillAssist(kind.assists)
    if (!token.person || token.version !== version) {
      token.person = undefined
      revoked.refuseRevoked(token.claims)
      const person = personOf(token.claims, domain, {
        kind: kind && shownKind(kind),
        designated: admins.current(),
        qa: qaAccounts,
      })
      const { isOn = false, resetAt } = secondFactors.get(token.claims.uid) ?? {}
      // Tests have no authenticator app.
      const isRequired = isSecondFactorRequired && !person.isQa
      mustHaveSecondFactor(token.claims, { isOn, isRequired })
      const secondFactor = { isOn, ...(resetAt === undefined ? {} : { resetAt }) }
      const hasPassword = token.claims.provider === 'password'
      const set = setPasswords.get(token.claims.uid)
      const lastDay = lastDays.get(token.claims.uid)
      token.person = {
        ...person,
        ...(hasPassword ? { secondFactor } : {}),
        ...(set ? { passwordSet: shownPasswordSet(set) } : {}),
        ...(lastDay === undefined ? {} : { lastDay }),
      }
      token.version = version
      token.views.clear()
    }
    const isBackground = c.req.header(backgroundHeader) !== undefined
    signIns.use(token.claims, {
      rule: signInRuleOf(token.person),
      isBackground,
      origin: () => originOf(token, c),
    })
    const person = inView(token.views, token.person, view)
    // Calls by a page's code, which say how the reader views it: a picture or a paper doesn't.
    const isCall = c.req.header('accept') === 'application/json'
    if (isCall && !isBackground && !person.isQa && !person.viewsAs) visits.note(person.uid)
    return person
  }

  /** An assistant’s access ends with the access of the person they work for. */
  const mustStillAssist = ({ account, name }: NonNullable<StoredKind['assists']>) => {
    const reason = revoked.get(account)?.reason
    const hasEnded = reason === 'disabled' || reason === 'deleted' || lastDays.hasEnded(account)
    if (!hasEnded) return
    throw new Refusal('forbidden', `Your access has ended with that of ${name}.`)
  }

  const originOf = async ({ claims }: VerifiedToken, c: Context<AppEnv>): Promise<SignInOrigin> => {
    const before = cookieOf(c)
    const previous = before === undefined ? undefined : await verify(before).catch(() => undefined)
    const isSamePerson = previous?.claims.uid === claims.uid
    return {
      device: deviceOf(c.req.header('user-agent'), c.req.query('touch') === '1'),
      location: locationOf(locationHeader && c.req.header(locationHeader)),
      previous: isSamePerson ? previous.claims : undefined,
    }
  }

  const verify = async (token: string): Promise<VerifiedToken> => {
    const key = hash('sha256', token, 'base64')
    const known = verified.get(key)
    if (known && known.expiresAt > now().getTime()) return known
    if (known) verified.delete(key)
    const claims = await identity.verify(token)
    const entry = {
      claims,
      expiresAt: claims.expiresAt * 1000,
      person: undefined,
      views: new Map(),
      version: -1,
      isInUse: false,
    }
    if (verified.size >= maxTokens) verified.delete(verified.keys().next().value!)
    verified.set(key, entry)
    return entry
  }

  return {
    async person(c) {
      const token = await verify(tokenOf(c))
      // Set first, so that the audit can name a caller who is refused.
      c.get('request').caller = token.claims
      const person = personFrom(token, c, memberViewIn(c.req.header(memberViewHeader)))
      c.get('request').isMember = true
      c.get('request').isMemberView = person.viewsAs !== undefined
      return person
    },
    mustBeFresh(c) {
      mustBeFresh(c.get('request').caller!, now())
    },
    async session(c) {
      const token = tokenOf(c)
      const entry = await verify(token)
      const person = personFrom(entry, c, memberViewIn(c.req.header(memberViewHeader)))
      await signIns.begin(entry.claims, () => originOf(entry, c))
      return { token, claims: entry.claims, person }
    },
    async visitor(c) {
      const token = cookieOf(c)
      if (token === undefined) return undefined
      try {
        const view = memberViewIn(c.req.query(memberViewParameter))
        return personFrom(await verify(token), c, view)
      } catch (error) {
        if (error instanceof Refusal) return undefined
        throw error
      }
    },
    async signIns(c) {
      const tokens = [bearerOf(c), cookieOf(c)].filter((token) => token !== undefined)
      const allClaims: Claims[] = []
      for (const token of new Set(tokens)) {
        try {
          allClaims.push((await verify(token)).claims)
        } catch (error) {
          if (!(error instanceof Refusal && error.code === 'unauthenticated')) throw error
        }
      }
      return allClaims
    },
    recentSignIns() {
      const recent: SignIn[] = []
      for (const token of verified.values()) {
        if (!token.isInUse) continue
        token.isInUse = false
        recent.push(token.claims)
      }
      return recent
    },
  }
}

/** The sender is a pipeline, which can't sign in again. */
const notByToken =
  'A release token can’t do this: it needs the ID token of a person who may, such as an admin.'

function tokenOf(c: Context<AppEnv>): string {
  if (c.req.header('authorization') !== undefined) {
    const token = bearerOf(c)
    if (token === undefined || token === '') throw signInNeeded()
    if (token.startsWith(releaseTokenPrefix)) throw new Refusal('unauthenticated', notByToken)
    return token
  }
  // A browser sends the cookie with any page's request, so it is accepted for reads only.
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  const token = isRead ? cookieOf(c) : undefined
  if (token === undefined) throw signInNeeded()
  return token
}

function bearerOf(c: Context<AppEnv>): string | undefined {
  const header = c.req.header('authorization')
  return header?.startsWith('Bearer ') ? header.slice(7) : undefined
}

function cookieOf(c: Context<AppEnv>): string | undefined {
  return getCookie(c, sessionCookie) || undefined
}

function inView(known: Map<string, Person>, person: Person, view: ViewedAs | undefined): Person {
  const text = memberViewText(view)
  if (text === undefined) return person
  const shown = known.get(text) ?? asMember(person, view)
  if (known.size >= maxViews) known.clear()
  known.set(text, shown)
  return shown
}

function signInNeeded(): Refusal {
  return new Refusal('unauthenticated', 'Please sign in.')
}
