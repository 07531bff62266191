import { hash } from 'node:crypto'
import type { Person } from '@portal/contract/portal'
import type { Context } from 'hono'
import { personOf } from '../access.ts'
import type { DesignatedAdmins } from '../identity/designated-admins.ts'
import type { Claims, Identity } from '../identity/identity.ts'
import type { RevokedSessions } from '../identity/revoked-sessions.ts'
import { Refusal } from '../refusal.ts'
import { connectionOf } from './limits.ts'
import { requestHeader } from './request-header.ts'
import type { AppEnv } from './visit.ts'

export const sessionCookie = '__session'

type Options = {
  identity: Identity
  admins: Pick<DesignatedAdmins, 'current' | 'version'>
  revoked: Pick<RevokedSessions, 'refuseRevoked' | 'version'>
  domain: string
  now: () => Date
}

type Session = { claims: Claims; token: string; person: Person }

export type SignedIn = {
  /**
   * Who is asking: the bearer token's person, or the cookie's for a read. Known ones come at once, without a
   * promise. Refuses with `unauthenticated` or, for someone who is no member, `forbidden`.
   */
  person: (c: Context<AppEnv>) => Person | Promise<Person>
  /** The same with the token and what it says. */
  session: (c: Context<AppEnv>) => Promise<Session>
  /** The person behind the cookie; undefined where there is none, whatever the reason. */
  visitor: (c: Context<AppEnv>) => Promise<Person | undefined>
  /**
   * The sign-ins of all tokens that came with the request, members' or not. Tokens that are no good name none; while
   * tokens can't be verified this is refused.
   */
  signIns: (c: Context<AppEnv>) => Promise<SignIn[]>
  /** The sign-ins that have asked for anything since this was called last, let in or not. */
  lately: () => SignIn[]
}

export type SignIn = Pick<Claims, 'uid' | 'signedInAt'>

type Known = {
  claims: Claims
  until: number
  person: Person | undefined
  /** Of the lists that decided who this person is. */
  version: number
  hasAsked: boolean
}

/** Most tokens that are remembered; the oldest are forgotten first. */
const most = 10_000

/** Turns tokens into persons, verifying each token once: it is remembered by its hash until it expires. */
export function createSignedIn(options: Options): SignedIn {
  const { identity, admins, revoked, domain, now } = options
  const known = new Map<string, Known>()

  /** Judged once for each state of the lists; whoever is refused is judged anew each time. */
  const personFrom = (entry: Known): Person => {
    entry.hasAsked = true
    // Both only rise, so their sum changes with either.
    const version = admins.version() + revoked.version()
    if (!entry.person || entry.version !== version) {
      entry.person = undefined
      revoked.refuseRevoked(entry.claims)
      entry.person = personOf(entry.claims, domain, admins.current())
      entry.version = version
    }
    return entry.person
  }

  const verify = async (token: string, key: string): Promise<Known> => {
    const claims = await identity.verify(token)
    const entry: Known = {
      claims,
      until: claims.expiresAt * 1000,
      person: undefined,
      version: -1,
      hasAsked: false,
    }
    if (known.size >= most) forgetOldest()
    known.set(key, entry)
    return entry
  }

  /** A connection that keeps it is to have it verified anew: only who is known here is told by `lately`. */
  const forgetOldest = () => {
    const [key, entry] = known.entries().next().value!
    known.delete(key)
    entry.until = 0
  }

  const entryOf = (token: string): Known | Promise<Known> => {
    const key = hash('sha256', token, 'base64')
    const entry = known.get(key)
    if (entry && entry.until > now().getTime()) return entry
    if (entry) known.delete(key)
    return verify(token, key)
  }

  /** What a kept connection sent last: comparing it is cheaper than hashing the token again. */
  const lastOn = new WeakMap<object, { header: string; entry: Known }>()
  const entryOn = (c: Context<AppEnv>): Known | Promise<Known> => {
    const header = requestHeader(c, 'authorization')
    const connection = connectionOf(c)
    if (header === undefined || !connection) return entryOf(tokenOf(c))
    const last = lastOn.get(connection)
    if (last?.header === header && last.entry.until > now().getTime()) return last.entry
    const entry = entryOf(tokenOf(c))
    if (!(entry instanceof Promise)) lastOn.set(connection, { header, entry })
    return entry
  }

  /** Said before it is judged: whoever is refused is known by name as well. */
  const judged = (c: Context<AppEnv>, entry: Known): Person => {
    c.env.visit.caller = entry.claims
    return personFrom(entry)
  }

  return {
    person(c) {
      const entry = entryOn(c)
      return entry instanceof Promise ? entry.then((late) => judged(c, late)) : judged(c, entry)
    },
    async session(c) {
      const token = tokenOf(c)
      const entry = await entryOf(token)
      return { token, claims: entry.claims, person: personFrom(entry) }
    },
    async visitor(c) {
      const token = cookieOf(c)
      if (token === undefined) return undefined
      try {
        return personFrom(await entryOf(token))
      } catch (error) {
        if (error instanceof Refusal) return undefined
        throw error
      }
    },
    async signIns(c) {
      const tokens = [bearerOf(c), cookieOf(c)].filter((token) => token !== undefined)
      const found: SignIn[] = []
      for (const token of new Set(tokens)) {
        try {
          found.push((await entryOf(token)).claims)
        } catch (error) {
          if (!(error instanceof Refusal && error.code === 'unauthenticated')) throw error
        }
      }
      return found
    },
    lately() {
      const asked: SignIn[] = []
      for (const entry of known.values()) {
        if (!entry.hasAsked) continue
        entry.hasAsked = false
        asked.push(entry.claims)
      }
      return asked
    },
  }
}

function tokenOf(c: Context<AppEnv>): string {
  const header = requestHeader(c, 'authorization')
  if (header !== undefined) {
    if (header.startsWith('Bearer ') && header.length > 7) return header.slice(7)
    throw signInNeeded()
  }
  // A cookie comes along with whatever page asks, so it is good for reads alone.
  const method = c.req.method
  const token = method === 'GET' || method === 'HEAD' ? cookieOf(c) : undefined
  if (token === undefined) throw signInNeeded()
  return token
}

function bearerOf(c: Context<AppEnv>): string | undefined {
  const header = requestHeader(c, 'authorization')
  return header?.startsWith('Bearer ') ? header.slice(7) : undefined
}

function cookieOf(c: Context<AppEnv>): string | undefined {
  const header = requestHeader(c, 'cookie')
  if (header === undefined) return undefined
  for (const part of header.split(';')) {
    const pair = part.trim()
    if (pair.startsWith(`${sessionCookie}=`))
      return pair.slice(sessionCookie.length + 1) || undefined
  }
  return undefined
}

function signInNeeded(): Refusal {
  return new Refusal('unauthenticated', 'Please sign in.')
}
