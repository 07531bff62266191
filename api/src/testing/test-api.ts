import { type Call, createCall } from '@portal/remote-kit/client'
import { updateUser } from '@portal/contract/users'
import {
  directoryField,
  directoryFieldNames,
  type DirectoryFieldName,
} from '@portal/domain/directory-fields'
import { memoryAccounts } from '../adapters/memory/memory-accounts.ts'
import { memoryBlobStore } from '../adapters/memory/memory-blob-store.ts'
import { memoryMail } from '../adapters/memory/memory-mail.ts'
import { emulatorIdentity } from '../adapters/firebase/emulator-identity.ts'
import { httpsBackends } from '../adapters/https/https-backends.ts'
import { oidcTokens } from '../adapters/oidc/oidc-tokens.ts'
import { folderDrive } from '../adapters/folder/folder-drive.ts'
import { icsCalendar } from '../adapters/ics/ics-calendar.ts'
import { icsFile } from '../adapters/ics/ics-source.ts'
import { openSqliteStore } from '../adapters/sqlite/sqlite-document-store.ts'
import { createApp } from '../app.ts'
import type { Ports } from '../ports.ts'
import { documentsCollection, type StoredDocument } from '../features/documents/stored-document.ts'
import { versionId, versionsCollection } from '../features/documents/versions/stored-version.ts'
import { noteMade, readDocument, textKey } from '../features/documents/synced-documents-service.ts'
import { storedPaper } from '../features/documents/stored-paper-fixture.ts'
import { parseSettings, type Settings } from '../platform/env/env.ts'
import { createLog } from '../platform/log.ts'
import { makeBranding } from '../features/page/branding/make-branding.ts'

export type TestIdentity = {
  email: string
  provider: 'google.com' | 'password' | (string & {})
  displayName?: string
  photoUrl?: string
  emailVerified?: boolean
  createdByAdmin?: boolean
  hasSecondFactor?: boolean
  uid?: string
  /** Seconds until the token expires; an hour by default. */
  expiresIn?: number
  /** Seconds since 1970; by default the token’s own time. */
  signedInAt?: number
}

/** One caller of each kind. */
export const testPeople = {
  /** The board's chair, with an account created by an admin. */
  member: passwordAccount('maria.lopez@larkspur.example', 'Maria Lopez', true),
  passwordMember: passwordAccount('maria.lopez@larkspur.example', 'Maria Lopez', true),
  /** The executive director: a member by Google sign-in, not an admin. */
  staff: googleAccount('wei.chen@larkspur.example', 'Wei Chen'),
  /** The board liaison: the default admin. */
  admin: googleAccount('ruth.abelman@larkspur.example', 'Ruth Abelman'),
  /** A password account with an admin's e-mail. */
  adminByPassword: passwordAccount('ruth.abelman@larkspur.example', 'Ruth Abelman', true),
  /** A self-registered account. */
  selfMade: passwordAccount('visitor@larkspur.example', 'Visitor', false),
  /** A Google account of a look-alike domain. */
  stranger: googleAccount('someone@evil-larkspur.example', 'Someone'),
  /** A Google account of the right domain with an unverified address. */
  unverified: { ...googleAccount('new@larkspur.example', 'New'), emailVerified: false },
} satisfies Record<string, TestIdentity>
export type TestPersonName = keyof typeof testPeople

/** A valid `X-Admin-Key`; `env: { ADMIN_API_KEY: '' }` disables it. */
export const testAdminKey = 'test-admin-key-0123456789-abcdefghij'

/** A valid `X-Gate-Runner-Key`; `env: { GATE_RUNNER_KEY: '' }` leaves the portal without a gate runner. */
export const testGateRunnerKey = 'test-gate-runner-key-0123456789-abcdef'

export type TestApiOptions = {
  /** Settings by their environment names. */
  env?: Record<string, string>
  ports?: Partial<Ports>
  /** A folder to use as the drive; the drive is empty by default. */
  driveFolder?: string
  /** An iCalendar file to use as the calendar; the calendar is empty by default. */
  icsFile?: string
  now?: () => Date
}

export type TestApi = Awaited<ReturnType<typeof testApi>>

/** The real app over in-memory SQLite, in-memory blobs and local identities. `close` it when done. */
export async function testApi(options: TestApiOptions = {}) {
  const { now = () => new Date() } = options
  const settings: Settings = parseSettings({
    RELEASES_FOLDER: ',',
    ADMIN_API_KEY: testAdminKey,
    GATE_RUNNER_KEY: testGateRunnerKey,
    // By default, half a second passes after each mail.
    MAIL_PER_MINUTE: '6000',
    ...options.env,
  })
  settings.search = { indexFile: undefined }
  const logged: string[] = []
  const { projectId } = settings.identity
  const accounts = memoryAccounts(now)
  for (const person of Object.values<TestIdentity>(testPeople)) accounts.put(accountOf(person))
  const mails = memoryMail()
  const ports: Ports = {
    store: openSqliteStore({ path: ':memory:', now }),
    blobs: memoryBlobStore(now),
    drive:
      options.driveFolder === undefined ? noDrive : folderDrive(options.driveFolder, { settle: 0 }),
    calendar:
      options.icsFile === undefined
        ? { between: async () => [], byId: async () => undefined, problems: async () => [] }
        : icsCalendar({
            source: icsFile(options.icsFile),
            timeZone: settings.foundation.timeZone,
            meetingHosts: settings.calendar.meetingHosts,
          }),
    mail: settings.mail.kind === 'off' ? undefined : mails,
    identity: emulatorIdentity({ projectId, now }),
    accounts,
    pipelineTokens: oidcTokens({ production: settings.production, now, timeout: 500 }),
    backends: httpsBackends({ production: settings.production }),
    branding: await makeBranding(settings.foundation),
    now,
    log: createLog((line) => logged.push(line), now),
    ...options.ports,
  }
  const portal = createApp(ports, settings)
  await portal.ready

  const tokenFor = (identity: TestIdentity) => unsignedToken(identity, projectId, now())
  const tokenOf = async (name: TestPersonName) => tokenFor(testPeople[name])
  const request = async (path: string, init?: RequestInit): Promise<Response> =>
    portal.app.request(`${origin}${path}`, init)
  /** A file of a release as its reader's page requests it: `meetings/1.0.0-a/container.js`. */
  const releaseFile = async (
    path: string,
    as: TestPersonName = 'member',
    init: { method?: string; headers?: Record<string, string> } = {},
  ): Promise<Response> => {
    const cookie = `__session=${tokenFor(testPeople[as])}`
    return request(`/remotes/${path}`, { ...init, headers: { cookie, ...init.headers } })
  }
  /** Each call is a separate sign-in, unless `as` states its time. */
  const call = (as?: TestPersonName | TestIdentity, headers: Record<string, string> = {}): Call =>
    createCall({
      baseUrl: origin,
      token: async () =>
        as === undefined ? undefined : tokenFor(typeof as === 'string' ? testPeople[as] : as),
      fetch: async (input, init) => {
        const withOthers = new Headers(init?.headers)
        for (const [name, value] of Object.entries(headers)) withOthers.set(name, value)
        return portal.app.request(input, { ...init, headers: withOthers })
      },
    })

  /** Disables the person as an admin would, so that their tokens are refused. */
  const disable = async (who: TestPersonName | TestIdentity): Promise<void> => {
    const person: TestIdentity = typeof who === 'string' ? testPeople[who] : who
    if (!(await accounts.get(uidOf(person)))) accounts.put(accountOf(person))
    await call('admin')(updateUser, { params: { uid: uidOf(person) }, body: { disabled: true } })
  }

  /** Stores a synced paper, by default a valid PDF. */
  const putPaper = async (id: string, other?: Partial<StoredDocument>): Promise<void> => {
    await ports.store.create(documentsCollection.name, id, storedPaper(id, other))
  }
  /** An earlier version of a stored paper. */
  const putVersion = async (
    paper: string,
    number: number,
    other?: Partial<StoredDocument>,
  ): Promise<void> => {
    const { sha256, modified_time, ...content } = storedPaper(paper, other)
    const version = { paper, number, sha256, modified_time, content }
    await ports.store.create(versionsCollection.name, versionId(paper, number), version)
  }
  /** Stores the text of a paper, one string per page, as the portal does once it has read the paper. */
  const putText = async (id: string, pages: readonly string[]): Promise<void> => {
    const { sha256 } = (await readDocument(ports.store, id))!
    await ports.blobs.put(textKey(sha256), Buffer.from(JSON.stringify(pages)))
    await ports.store.transaction((transaction) =>
      noteMade(transaction, { id, sha256 }, { text: 'made' }),
    )
  }

  return {
    ...portal,
    ports,
    settings,
    /** The API's log, one JSON object per line. */
    logged,
    tokenFor,
    tokenOf,
    disable,
    putPaper,
    putVersion,
    putText,
    /** The accounts in memory; the portal isn't notified of changes made here. */
    accounts,
    /** What was mailed, once `features.mail.sendDue()` has run. */
    mails: mails.messages,
    request,
    releaseFile,
    call,
    async close() {
      await portal.stop()
      await ports.store.close()
    },
  }
}

const origin = 'http://portal.test'

/** A directory entry with every field, each with a text of its own. */
export function fullEntry(): Record<DirectoryFieldName, string> {
  const texts = directoryFieldNames.map((name): [string, string] => {
    const { input, options = {} } = directoryField(name)
    if (input === 'email') return [name, 'full.entry@larkspur.example']
    return [name, Object.keys(options)[0] ?? `the ${name}`]
  })
  return Object.fromEntries(texts) as Record<DirectoryFieldName, string>
}

function googleAccount(email: string, displayName: string): TestIdentity {
  return { email, displayName, provider: 'google.com', emailVerified: true }
}

function passwordAccount(
  email: string,
  displayName: string,
  createdByAdmin: boolean,
): TestIdentity {
  return { email, displayName, provider: 'password', emailVerified: false, createdByAdmin }
}

export function uidOf({ uid, email, provider }: TestIdentity): string {
  return uid ?? `uid-${email}-${provider}`
}

function accountOf(person: TestIdentity) {
  const { email, provider, displayName, emailVerified = provider === 'google.com' } = person
  return {
    uid: uidOf(person),
    email,
    emailVerified,
    providers: [provider],
    ...(displayName === undefined ? {} : { displayName }),
    validAfter: 0,
  }
}

/** A token as the Auth emulator creates it. */
export function unsignedToken(identity: TestIdentity, projectId: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  const payload = {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: uidOf(identity),
    iat: seconds,
    exp: seconds + (identity.expiresIn ?? 3600),
    auth_time: identity.signedInAt ?? seconds,
    email: identity.email,
    email_verified: identity.emailVerified ?? identity.provider === 'google.com',
    name: identity.displayName,
    picture: identity.photoUrl,
    ...(identity.createdByAdmin ? { createdByAdmin: true } : {}),
    firebase: {
      sign_in_provider: identity.provider,
      ...(identity.hasSecondFactor ? { sign_in_second_factor: 'totp' } : {}),
      identities: { email: [identity.email] },
    },
  }
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`
}

const noDrive: Ports['drive'] = {
  async *changes() {
    yield { changes: [], cursor: '0' }
  },
  download: async () => undefined,
}
