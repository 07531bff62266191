import { comparableEmail, isEmailAddress, isEmailOfDomain } from '@portal/contract/email-address'
import type { Person } from '@portal/contract/portal'
import type { Claims } from './identity/identity.ts'
import { Refusal } from './refusal.ts'

/** Who may do what. Pure functions of the verified token and of the designated-admins list. */

/** Verified, and of exactly this domain: `ada@evil-larkspur.example` is a stranger. */
export function isFoundationEmail(
  claims: Pick<Claims, 'email' | 'emailVerified'>,
  domain: string,
): boolean {
  return claims.emailVerified && isEmailOfDomain(claims.email, domain)
}

/** Signed in is not yet a member: a self-made password account is refused, and so is an address that isn't ASCII. */
export function isMember(claims: Claims, domain: string): boolean {
  if (!isEmailAddress(claims.email)) return false
  if (claims.provider === 'google.com') return isFoundationEmail(claims, domain)
  return claims.provider === 'password' && claims.createdByAdmin
}

/** All three, in this token: Google, a verified foundation e-mail, on the list (lower-case addresses). */
export function isDesignatedAdmin(
  claims: Pick<Claims, 'email' | 'emailVerified' | 'provider'>,
  domain: string,
  designated: ReadonlySet<string>,
): boolean {
  return (
    claims.provider === 'google.com' &&
    isFoundationEmail(claims, domain) &&
    designated.has(comparableEmail(claims.email))
  )
}

/** The member a token speaks for; anyone else is refused. */
export function personOf(claims: Claims, domain: string, designated: ReadonlySet<string>): Person {
  if (!isMember(claims, domain)) {
    throw new Refusal('forbidden', `Access restricted to @${domain} email addresses only.`)
  }
  const admin = isDesignatedAdmin(claims, domain, designated)
  return {
    uid: claims.uid,
    email: claims.email,
    ...(claims.displayName === undefined ? {} : { displayName: claims.displayName }),
    ...(claims.photoUrl === undefined ? {} : { photoUrl: claims.photoUrl }),
    isAdmin: admin,
    canManageUsers: admin,
    // Verified or not: the specification's rule for showing the agenda's edit links.
    editsAgendas: isEmailOfDomain(claims.email, domain),
  }
}

export type Audience = 'members' | 'admins'

/** Which of the two views of the portal's content a person gets. */
export function audienceOf(person: Person): Audience {
  return person.isAdmin ? 'admins' : 'members'
}

/** Sees drafts, inactive and unmapped slots, and the state of a sync. */
export function seesUnpublished(person: Person): boolean {
  return person.isAdmin
}

/** A server that sent the static admin key: it manages users, and nothing else. */
export type AdminKeyHolder = { key: 'admin' }

/** A team's machine that sent a release token: it publishes and promotes that one remote, and nothing else. */
export type ReleaseTokenHolder = { releaseToken: { id: string; name: string; remote: string } }

/** Refuses everyone but admins and the holder of a token of this very remote. */
export function mustRelease(caller: Person | ReleaseTokenHolder, remote: string): void {
  if (!('releaseToken' in caller)) return mustManagePortal(caller)
  const { name, remote: own } = caller.releaseToken
  if (own === remote) return
  throw new Refusal('forbidden', `The release token ${name} is for ${own}, not for ${remote}.`)
}

/** Refuses machines to overrule what stands against a move: it concerns other teams than theirs. */
export function mustOverrule(caller: Person | ReleaseTokenHolder): void {
  if (!('releaseToken' in caller)) return mustManagePortal(caller)
  throw new Refusal('forbidden', 'Only an admin may overrule what stands against it.')
}

/** Refuses everyone but admins and holders of a token of any remote. */
export function mustSeeOffered(caller: Person | ReleaseTokenHolder): void {
  if (!('releaseToken' in caller)) mustManagePortal(caller)
}

/** Refuses everyone but admins, and those who run candidates first, to run a composition by its id. */
export function mustReplay(person: Person, { isInQa }: { isInQa: boolean }): void {
  if (!isInQa) mustManagePortal(person)
}

/** Refuses everyone who may not see and change the accounts. */
export function mustManageUsers(caller: Person | AdminKeyHolder): void {
  if ('key' in caller || caller.canManageUsers) return
  throw new Refusal('forbidden', 'Only admins may do this.')
}

/** Refuses everyone who may not change mappings, agendas, the directory or run a sync. */
export function mustManagePortal(person: Person): void {
  if (!person.isAdmin) throw new Refusal('forbidden', 'Only admins may do this.')
}
