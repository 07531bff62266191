import { comparableEmail, isEmailAddress, isEmailOfDomain } from '@portal/domain/email-address'
import type { ViewedAs } from '@portal/contract/member-view'
import type { RecordsOpener } from '@portal/contract/password-set'
import type { Person } from '@portal/contract/portal'
import type { Endpoint } from '@portal/contract/endpoint'
import { freshSignInMinutes } from '@portal/contract/sign-ins'
import type { AccountKind, Sight } from '@portal/domain/may-read'
import { memberViewSentences } from '@portal/domain/member-view'
import type { Claims, SignIn } from './platform/identity/identity.ts'
import { Refusal } from './refusal.ts'

/** Access rules: pure functions of the verified token and the list of designated admins. */

/** A verified e-mail of exactly this domain; `ada@evil-larkspur.example` doesn't match. */
export function isFoundationEmail(
  claims: Pick<Claims, 'email' | 'emailVerified'>,
  domain: string,
): boolean {
  return claims.emailVerified && isEmailOfDomain(claims.email, domain)
}

/** Not everyone who can sign in is a member: self-registered accounts and non-ASCII addresses are refused. */
export function isMember(
  claims: Pick<Claims, 'email' | 'emailVerified' | 'provider' | 'createdByAdmin'>,
  domain: string,
): boolean {
  if (!isEmailAddress(claims.email)) return false
  const isElsewhere = claims.provider === 'google.com' || claims.provider === 'oidc'
  if (isElsewhere) return isFoundationEmail(claims, domain)
  return claims.provider === 'password' && claims.createdByAdmin
}

/** Requires all three: Google sign-in, a verified foundation e-mail, and a place on the list (lower case). */
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

export type NamedPeople = {
  /** Comparable e-mail addresses of designated admins. */
  designated: ReadonlySet<string>
  /** Comparable e-mail addresses of accounts that only read. */
  qa?: ReadonlySet<string>
  /** Of an account that isn't a member's. It has no member's right, regardless of what else is true of it. */
  kind?: Pick<Person, 'kind' | 'assists'> | undefined
}

/** The member, guest or assistant that a token identifies. Refuses anyone else. */
export function personOf(
  claims: Claims,
  domain: string,
  { designated, qa = new Set(), kind }: NamedPeople,
): Person {
  if (kind) {
    return {
      uid: claims.uid,
      email: claims.email,
      ...(claims.displayName === undefined ? {} : { displayName: claims.displayName }),
      ...memberRights,
      ...kind,
    }
  }
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
    ...(isQaAccount(claims.email, qa) ? { isQa: true } : {}),
  }
}

/** The person that an account is, without a token of theirs; undefined if it can't sign in. */
export function personOfAccount(
  account: Pick<Claims, 'uid' | 'email' | 'emailVerified' | 'displayName'> & {
    providers: readonly string[]
    disabled: boolean
    isOutsiders?: true
  },
  domain: string,
  named: NamedPeople,
): Person | undefined {
  const { providers, disabled, isOutsiders, ...known } = account
  // The kind of a guest's or an assistant's account is stored a moment after it, and deleted before it.
  if (disabled || (isOutsiders && !named.kind)) return undefined
  // What a provider says in a token, the account has too; only admins create accounts with a password.
  const ways = providers.map((provider) => ({ ...known, provider, createdByAdmin: true }))
  const isAdmin = ways.some((way) => isDesignatedAdmin(way, domain, named.designated))
  if (!named.kind && !ways.some((way) => isMember(way, domain))) return undefined
  const person = {
    uid: known.uid,
    email: known.email,
    ...(known.displayName === undefined ? {} : { displayName: known.displayName }),
    ...memberRights,
  }
  if (named.kind) return { ...person, ...named.kind }
  return { ...person, isAdmin, canManageUsers: isAdmin }
}

/**
 * A password alone isn't enough once the account has a second factor, nor if everyone with a password must have one.
 * A token from before the factor was set up stays valid at the provider, and is refused here.
 */
export function mustHaveSecondFactor(
  claims: Pick<Claims, 'provider' | 'hasSecondFactor'>,
  { isOn, isRequired }: { isOn: boolean; isRequired: boolean },
): void {
  if (claims.hasSecondFactor) return
  if (isOn) {
    throw new Refusal(
      'secondFactorRequired',
      'Please sign in again with the code from your authenticator app.',
    )
  }
  if (isRequired && claims.provider === 'password') {
    throw new Refusal(
      'secondFactorRequired',
      'Signing in with a password needs a code from an authenticator app as well. Please set it up.',
    )
  }
}

/** For acts that a person must have signed in for recently, even on a device that someone else has picked up. */
export function mustBeFresh({ signedInAt }: Pick<SignIn, 'signedInAt'>, now: Date): void {
  if (now.getTime() / 1000 - signedInAt <= freshSignInMinutes * 60) return
  throw new Refusal(
    'reauthenticate',
    `This needs a sign-in from the last ${freshSignInMinutes} minutes. Please sign in again.`,
  )
}

/** `accounts`: comparable e-mail addresses. */
export function isQaAccount(email: string, accounts: ReadonlySet<string>): boolean {
  return accounts.has(comparableEmail(email))
}

/** What everyone may do. */
export const memberRights = { isAdmin: false, canManageUsers: false, editsAgendas: false }

/** An admin who asks for it views the portal with the rights of a member or a guest. For anyone else, asking changes nothing. */
export function asMember(person: Person, view: ViewedAs | undefined): Person {
  if (view === undefined || !person.isAdmin) return person
  const isGuest = view.viewsAsGuestOf !== undefined
  return { ...person, ...memberRights, ...view, ...(isGuest ? { kind: 'guest' as const } : {}) }
}

/** Why a guest or an assistant is refused, as a sentence. */
const outsideSentences: Record<Exclude<AccountKind, 'member'>, string> = {
  guest: 'Guests see what they are invited to, and nothing else of the portal.',
  assistant:
    'Assistants see what is for everybody in the meetings of the person they work for, and nothing else of the portal.',
}

/** Guests and assistants aren't members in any rule: an endpoint answers them only if it says so. */
function mustBeMember({ kind }: Pick<Person, 'kind'>): void {
  if (kind !== undefined) throw new Refusal('forbidden', outsideSentences[kind])
}

/**
 * Guests and assistants call what is for `readers`. QA accounts only read: their passwords and sessions are stored where tests run. So do admins who view the portal as
 * a member, who don't see their own private data there either.
 */
export function mustBeAllowedToCall(
  { kind, isQa, viewsAs, passwordSet }: Pick<Person, 'kind' | 'isQa' | 'viewsAs' | 'passwordSet'>,
  {
    method,
    callers,
    qaMayCall,
    personal,
  }: Pick<Endpoint, 'method' | 'qaMayCall' | 'personal'> & {
    callers?: Endpoint['callers']
  },
): void {
  if (callers !== 'readers') mustBeMember({ kind })
  if (viewsAs && personal) throw new Refusal('forbidden', memberViewSentences.personal)
  if (personal === 'records') mustHaveOpenRecords({ passwordSet })
  if (method === 'GET' || qaMayCall) return
  if (viewsAs) throw new Refusal('forbidden', memberViewSentences.readOnly)
  if (isQa) throw new Refusal('forbidden', 'This is a QA account: it only reads.')
}

/**
 * A person's notes and reading are closed after an admin has set their password, until somebody other than that admin
 * confirms: anyone who knows the password could be the admin.
 */
export function hasOpenRecords({ passwordSet }: Pick<Person, 'passwordSet'>): boolean {
  return passwordSet?.closedUntil === undefined
}

/** Also for writing and erasing. */
export function mustHaveOpenRecords({ passwordSet }: Pick<Person, 'passwordSet'>): void {
  if (passwordSet?.closedUntil === undefined) return
  throw new Refusal('conflict', closedSentence[passwordSet.closedUntil])
}

export const closedSentence: Record<RecordsOpener, string> = {
  secondFactor:
    'An admin has changed how you sign in, so your notes and reading are closed until you confirm that it’s you. Sign in with your code, and press Open my notes.',
  admin:
    'An admin has changed how you sign in, so your notes and reading are closed until another admin confirms that it’s you.',
}

/** `outsiders`: guests and assistants. */
export type Audience = 'members' | 'admins' | 'outsiders'

/** Which version of the portal's content a person gets. */
export function audienceOf(person: Pick<Person, 'isAdmin' | 'kind'>): Audience {
  if (person.kind !== undefined) return 'outsiders'
  return person.isAdmin ? 'admins' : 'members'
}

export function sightOf({ isAdmin, viewsAs }: Pick<Person, 'isAdmin' | 'viewsAs'>): Sight {
  if (isAdmin) return 'everything'
  return viewsAs === 'member-drafts' ? 'drafts' : 'published'
}

/** People with admin rights run approved releases only, also while they view the portal as a member. */
export function runsApprovedOnly({ isAdmin, viewsAs }: Pick<Person, 'isAdmin' | 'viewsAs'>) {
  return isAdmin || viewsAs !== undefined
}

/** A server that sent the admin key; it may only manage users. */
export type AdminKeyHolder = { key: 'admin' }

/** The operator's gate runner, which sent its own key; it may only try releases and report the results. */
export type GateRunnerHolder = { key: 'gate runner' }

/** A team's CI that sent a release token; it may only publish and promote that remote. */
export type ReleaseTokenHolder = { releaseToken: { id: string; name: string; remote: string } }

/** Who reads a release's files: a page, which runs them, a person's program, a team's CI, or the gate runner. */
export type FileReader = { person: Person; isPage: boolean } | ReleaseTokenHolder | GateRunnerHolder

/** Only admins, and holders of a token for this remote. */
export function mustRelease(caller: Person | ReleaseTokenHolder, remote: string): void {
  if (!('releaseToken' in caller)) return mustManagePortal(caller)
  const { name, remote: own } = caller.releaseToken
  if (own === remote) return
  throw new Refusal('forbidden', `The release token ${name} is for ${own}, not for ${remote}.`)
}

/** Only admins: overriding an objection affects other teams. */
export function mustOverrule(caller: Person | ReleaseTokenHolder): void {
  if (!('releaseToken' in caller)) return mustManagePortal(caller)
  throw new Refusal('forbidden', 'Only an admin may override objections to this release.')
}

/** Only admins, and holders of a token for any remote. */
export function mustSeeOffered(caller: Person | ReleaseTokenHolder): void {
  if (!('releaseToken' in caller)) mustManagePortal(caller)
}

/** Only admins and the QA cohort may run a composition by its id. */
export function mustReplay(person: Person, { isInQa }: { isInQa: boolean }): void {
  if (!isInQa) mustManagePortal(person)
}

/** Only the operator's gate runner: no other verdict makes a release current. */
export function mustBeGateRunner(caller: Person | GateRunnerHolder): void {
  if ('key' in caller) return
  throw new Refusal('forbidden', 'Only the portal’s gate runner may do this.')
}

/** Only people who may manage accounts. */
export function mustManageUsers(caller: Person | AdminKeyHolder): void {
  if ('key' in caller || caller.canManageUsers) return
  throw new Refusal('forbidden', 'Only admins may do this.')
}

/** Only people who may change mappings, agendas and the directory, or run a sync. */
export function mustManagePortal(person: Person): void {
  if (!person.isAdmin) throw new Refusal('forbidden', 'Only admins may do this.')
}

/** Only admins, in the specification’s words. */
export function mustDesignateAdmins(person: Person): void {
  if (person.isAdmin) return
  throw new Refusal('forbidden', 'Unauthorized: Only admins can designate other admins')
}

/** Only admins, in the specification’s words. */
export function mustRemoveDesignations(person: Person): void {
  if (person.isAdmin) return
  throw new Refusal('forbidden', 'Unauthorized: Only admins can remove admin designations')
}
