import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { memberView } from './member-view.ts'
import { outcomeKind, reportedComposition, sessionId } from './outcomes.ts'
import { pageOverride } from './overrides.ts'
import { passwordSet } from './password-set.ts'
import { composition } from './releases.ts'
import { secondFactor } from './second-factor.ts'

/** The signed-in user, from the ID token. */
export const person = z.object({
  uid: z.string(),
  email: z.string(),
  displayName: z.optional(z.string()),
  photoUrl: z.optional(z.string()),
  /** Requires Google sign-in, a foundation e-mail and a place on the designated list, all in this token. */
  isAdmin: z.boolean(),
  canManageUsers: z.boolean(),
  /** Shows the agenda's edit links (an e-mail of the foundation's domain). Their targets have their own checks. */
  editsAgendas: z.boolean(),
  /** An account that only reads, and runs what the QA cohort of each remote runs (`QA_ACCOUNTS`). */
  isQa: z.optional(z.boolean()),
  /** Absent for a member. Guests and assistants aren't members in any rule. */
  kind: z.optional(z.enum(['guest', 'assistant'])),
  /** The name of the person that an assistant works for. */
  assists: z.optional(z.string()),
  /** The ids of the bodies whose meetings they see today, all together; absent for guests and assistants, who see items. */
  bodies: z.optional(z.array(z.string())),
  /** An admin who views the portal as a member, and has a member's rights for as long. */
  viewsAs: z.optional(memberView),
  /** With `viewsAs`: as somebody with a term in this body, without a vote. */
  viewsAsMemberOf: z.optional(z.string()),
  /** With `viewsAs`: as a guest who has all invitations to this meeting. */
  viewsAsGuestOf: z.optional(z.string()),
  /** Password accounts only. */
  secondFactor: z.optional(secondFactor),
  /** The last day on which they are let in: `YYYY-MM-DD`, in the foundation's zone. */
  lastDay: z.optional(z.string()),
  /** If an admin has set the person's password, or obtained a link for choosing one. */
  passwordSet: z.optional(passwordSet),
})
export type Person = z.infer<typeof person>

const sampleAccount = z.object({
  email: z.string(),
  displayName: z.string(),
  provider: z.enum(['google.com', 'password']),
  /** Only for the sample foundation's accounts in the embedded set. */
  password: z.optional(z.string()),
  /** Google's stable subject id, for the embedded account chooser. */
  sub: z.optional(z.string()),
})
export type SampleAccount = z.infer<typeof sampleAccount>

/** Public settings, available before sign-in. */
export const portalConfig = z.object({
  foundation: z.object({
    name: z.string(),
    domain: z.string(),
    /** IANA name: `America/Los_Angeles`. */
    timeZone: z.string(),
    liaisonEmail: z.string(),
    logoUrl: z.optional(z.string()),
    /** In px; with `logoUrl`. */
    logoSize: z.optional(z.object({ width: z.number(), height: z.number() })),
    /** A picture next to the sign-in. */
    signInPictureUrl: z.optional(z.string()),
  }),
  identity: z.object({
    kind: z.enum(['firebase', 'emulator', 'portal']),
    apiKey: z.string(),
    authDomain: z.string(),
    projectId: z.string(),
    /** With the portal's own accounts: the OpenID provider that people can sign in with too. */
    providerName: z.optional(z.string()),
    /** Everyone who signs in with a password needs a second factor. */
    secondFactorRequired: z.optional(z.boolean()),
    /** Only with the emulator: the accounts offered on the sign-in page. */
    sampleAccounts: z.optional(z.array(sampleAccount)),
    /** Only with the emulator and without the sample: offered on the sign-in page, next to any other address. */
    firstAdminEmail: z.optional(z.string()),
  }),
  /** Hosts that pages may embed. */
  embedHosts: z.array(z.string()),
  /** How many days backups are kept, if the operator has decided it: what is erased is still in older ones. */
  backupDays: z.optional(z.number()),
  /** Requests carry the trace of the click that caused them (W3C Trace Context). */
  tracing: z.optional(z.boolean()),
})
export type PortalConfig = z.infer<typeof portalConfig>

export const portal = z.object({
  person,
  composition,
  config: portalConfig,
  /** When this person's visit before the current one ended, ISO 8601; absent on the first. */
  previousVisit: z.optional(z.string()),
  /** The shell build that pages are made of; unknown for a dev server. */
  shell: z.optional(z.string()),
})
export type PortalReply = z.infer<typeof portal>

/** The data in the page's HTML, so that the first paint needs no request. */
export const pageData = z.object({
  config: portalConfig,
  /** Present on a signed-in reload. */
  portal: z.optional(portal),
  /** The override this tab has requested; absent if there is none. */
  override: z.optional(pageOverride),
})
export type PageData = z.infer<typeof pageData>

/** The id of the `<script type="application/json">` that holds `pageData`. */
export const pageDataElement = 'page-data'

/** Placeholders in the shell's `index.html`, which the API replaces for each request. */
export const pagePlaceholders = {
  settings: 'data-settings=""',
  branding: '<!--branding-->',
  preload: '<!--preload-->',
  firstPaint: '<!--first-paint-->',
  data: '<!--page-data-->',
  /** At the start of the head: the names of Trusted Types policies that are too many for a header. */
  policies: '<!--policies-->',
  /** In a shell that reads brief releases. */
  brief: '<!--brief-releases-->',
} as const

export const getConfig = endpoint({
  method: 'GET',
  path: '/api/config',
  callers: 'everyone',
  summary: 'Public settings.',
  reply: portalConfig,
})

/** Asks for a composition of many remotes in brief. */
export const briefReleases = { query: { releases: 'brief' } } as const

export const getPortal = endpoint({
  method: 'GET',
  path: '/api/portal',
  callers: 'readers',
  summary: 'The current person, their rights, their remotes and the public settings.',
  query: z.object({
    /** With `brief`, the releases of a composition of more than twelve remotes are brief. */
    releases: z.optional(z.enum(['brief'])),
  }),
  reply: portal,
})

export const syncToken = endpoint({
  method: 'POST',
  path: '/api/auth/token',
  callers: 'readers',
  qaMayCall: true,
  summary:
    'Stores the bearer token in the httpOnly cookie `__session`, which is valid for reads only, and records the sign-in.',
  query: z.object({
    /** Whether the device has a touch screen, which distinguishes an iPad from a Mac. */
    touch: z.optional(z.enum(['0', '1'])),
  }),
  reply: z.object({ expiresAt: z.string() }),
  fresh: 'signIn',
})

export const forgetToken = endpoint({
  method: 'DELETE',
  path: '/api/auth/token',
  callers: 'everyone',
  summary:
    'Signs out: ends the sign-in of the submitted tokens on every instance, and clears the session cookie.',
  fresh: 'signIn',
})

const text = (most: number) => z.string().check(z.maxLength(most))

export const sendReport = endpoint({
  method: 'POST',
  path: '/api/reports',
  callers: 'everyone',
  qaMayCall: true,
  summary: 'Logs an error that occurred in the browser.',
  body: z.object({
    message: text(2000),
    stack: z.optional(text(8000)),
    /** The error screen's id, a timestamp. */
    errorId: z.optional(text(64)),
    remote: z.optional(text(64)),
    release: z.optional(text(64)),
    /** For a release that is broken without an error. */
    kind: z.optional(outcomeKind),
    /** The tab's composition and session, as in `sendOutcomes`. */
    composition: z.optional(reportedComposition),
    session: z.optional(sessionId),
    path: text(500),
  }),
  fresh: 'own',
})
