import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { sessionId, toldComposition } from './outcomes.ts'
import { pageOverride } from './overrides.ts'
import { composition } from './releases.ts'

/** The signed-in user, as the API sees the ID token. */
export const person = z.object({
  uid: z.string(),
  email: z.string(),
  displayName: z.optional(z.string()),
  photoUrl: z.optional(z.string()),
  /** Google sign-in, foundation e-mail, on the designated list: all three, in this token. */
  isAdmin: z.boolean(),
  canManageUsers: z.boolean(),
  /** Sees the agenda's edit links (an e-mail of the foundation's domain). The target is guarded apart. */
  editsAgendas: z.boolean(),
})
export type Person = z.infer<typeof person>

const sampleAccount = z.object({
  email: z.string(),
  displayName: z.string(),
  provider: z.enum(['google.com', 'password']),
  /** Only of the sample foundation's accounts, and only on the embedded set. */
  password: z.optional(z.string()),
  /** Google's stable subject id, for the embedded chooser. */
  sub: z.optional(z.string()),
})
export type SampleAccount = z.infer<typeof sampleAccount>

/** Public settings: known before anyone has signed in. */
export const portalConfig = z.object({
  foundation: z.object({
    name: z.string(),
    domain: z.string(),
    /** IANA name: `America/Los_Angeles`. */
    timeZone: z.string(),
    liaisonEmail: z.string(),
    logoUrl: z.optional(z.string()),
  }),
  identity: z.object({
    kind: z.enum(['firebase', 'emulator']),
    apiKey: z.string(),
    authDomain: z.string(),
    projectId: z.string(),
    /** On the emulator only: whom the sign-in page may offer. */
    sampleAccounts: z.optional(z.array(sampleAccount)),
  }),
  /** Hosts that may be shown in a frame. */
  embedHosts: z.array(z.string()),
})
export type PortalConfig = z.infer<typeof portalConfig>

export const portal = z.object({
  person,
  composition,
  config: portalConfig,
  /** Which build of the shell pages are made of; unknown of a developer's server. */
  shell: z.optional(z.string()),
})
export type PortalReply = z.infer<typeof portal>

/** What the page's HTML carries, so that nothing has to be asked for before the first paint. */
export const pageData = z.object({
  config: portalConfig,
  /** For a signed-in reload. */
  portal: z.optional(portal),
  /** What this tab asked for in place of the usual; absent where it asked for nothing. */
  override: z.optional(pageOverride),
})
export type PageData = z.infer<typeof pageData>

/** The id of the `<script type="application/json">` that holds `pageData`. */
export const pageDataElement = 'page-data'

/** What stands in the shell's `index.html` for what the API writes in its place, per request. */
export const pagePlaceholders = {
  settings: 'data-settings=""',
  preload: '<!--preload-->',
  firstPaint: '<!--first-paint-->',
  data: '<!--page-data-->',
} as const

export const getConfig = endpoint({
  method: 'GET',
  path: '/api/config',
  summary: 'Public settings.',
  reply: portalConfig,
})

export const getPortal = endpoint({
  method: 'GET',
  path: '/api/portal',
  summary: 'Who is asking, what they may do, which remotes they get, and the settings.',
  reply: portal,
})

export const syncToken = endpoint({
  method: 'POST',
  path: '/api/auth/token',
  summary: 'Keeps the bearer token as the httpOnly cookie `__session`, good for reads only.',
  reply: z.object({ expiresAt: z.string() }),
})

export const forgetToken = endpoint({
  method: 'DELETE',
  path: '/api/auth/token',
  summary:
    'Signs out: the sign-in of the tokens that are sent ends on every instance, and the session cookie is cleared.',
})

const text = (most: number) => z.string().check(z.maxLength(most))

export const sendReport = endpoint({
  method: 'POST',
  path: '/api/reports',
  summary: 'An error the browser met. Kept in the log; no answer body.',
  body: z.object({
    message: text(2000),
    stack: z.optional(text(8000)),
    /** The error screen's id, a timestamp. */
    errorId: z.optional(text(64)),
    remote: z.optional(text(64)),
    release: z.optional(text(64)),
    /** What the tab runs, and which tab it is, as `sendOutcomes` tells of them. */
    composition: z.optional(toldComposition),
    session: z.optional(sessionId),
    path: text(500),
  }),
})
