import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { PortalHost } from '../../scripts/hosted-portals.ts'

const project = 'production-portal'
const domain = 'larkspur.example'

type SignedInAs = {
  email: string
  provider?: 'google.com' | 'password'
  /** An admin created the account: without this, a password account is nobody's. */
  createdByAdmin?: boolean
  /** Seconds since 1970; now by default. */
  signedInAt?: number
}

export type ProductionPortal = {
  url: string
  port: number
  dataFolder: string
  /** An ID token signed like Google's, or one of the portal's own. */
  tokenOf: (person: SignedInAs) => string
  stop: () => Promise<void>
}

export const admin = { email: `ruth.abelman@${domain}` }
export const staff = { email: `wei.chen@${domain}` }

/** Signs tokens with a key of its own; a host with its settings takes it for Google's. */
export function standInGoogle() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { ...publicKey.export({ format: 'jwk' }), kid: 'test', alg: 'RS256', use: 'sig' }
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
  return {
    hostOptions: {
      nodeArgs: ['--import', path.join(import.meta.dirname, 'stand-in-google-keys.ts')],
      env: { STAND_IN_GOOGLE_KEYS: JSON.stringify({ keys: [key] }) },
    },
    tokenOf: ({
      email,
      provider = 'google.com',
      createdByAdmin,
      signedInAt,
    }: SignedInAs): string => {
      const now = Math.floor(Date.now() / 1000)
      const head = encode({ alg: 'RS256', kid: 'test', typ: 'JWT' })
      const payload = encode({
        iss: `https://securetoken.google.com/${project}`,
        aud: project,
        sub: `uid-${email}`,
        iat: now,
        exp: now + 3600,
        auth_time: signedInAt ?? now,
        email,
        email_verified: true,
        ...(createdByAdmin ? { createdByAdmin } : {}),
        firebase: { sign_in_provider: provider },
      })
      const signature = createSign('RSA-SHA256').update(`${head}.${payload}`).sign(privateKey)
      return `${head}.${payload}.${signature.toString('base64url')}`
    },
  }
}

type Host = { host: PortalHost; tokenOf: ProductionPortal['tokenOf'] }

/** Whom the portals of the attacks trust to sign people in: `own-accounts.config.ts` runs them with `portal`. */
const identity = process.env['ATTACKED_IDENTITY'] ?? 'firebase'
const provider = 'https://accounts.google.com'

const identitySettings = {
  firebase: { IDENTITY: 'firebase', FIREBASE_PROJECT_ID: project, FIREBASE_API_KEY: 'none' },
  portal: {
    IDENTITY: 'portal',
    PUBLIC_URL: 'https://board.larkspur.example',
    OIDC_CLIENT_ID: 'none',
    OIDC_CLIENT_SECRET: 'none',
  },
}

/** Stores an account and its token in a portal's own database, as a sign-in does; only the token's hash is stored. */
function ownTokens(dataFolder: string): ProductionPortal['tokenOf'] {
  return ({ email, provider: by = 'google.com', signedInAt }) => {
    const token = randomBytes(32).toString('base64url')
    const now = Date.now()
    const uid = `uid-${email}`
    const account = {
      email,
      emailVerified: by === 'google.com',
      providers: [by],
      disabled: false,
      createdAt: new Date(now).toISOString(),
      validAfter: 0,
      secrets: { names: [] },
    }
    const secret = {
      kind: 'token',
      uid,
      provider: by === 'google.com' ? provider : by,
      signedInAt: signedInAt ?? Math.floor(now / 1000),
      expiresAt: new Date(now + 3_600_000).toISOString(),
    }
    const id = createHash('sha256').update(token).digest('base64url')
    const database = new DatabaseSync(path.join(dataFolder, 'portal.sqlite'), { timeout: 10_000 })
    const insert = database.prepare('INSERT OR IGNORE INTO documents VALUES (?, ?, 1, ?, ?)')
    const updatedAt = new Date(now).toISOString()
    insert.run('accounts', uid, updatedAt, JSON.stringify(account))
    insert.run('sign_in_secrets', id, updatedAt, JSON.stringify(secret))
    database.close()
    return token
  }
}

/** The API in production mode on SQLite and folders, with a shell of one empty page. */
export async function startProductionPortal(
  { host, tokenOf }: Host,
  env: NodeJS.ProcessEnv = {},
  papers: Record<string, Uint8Array> = {},
): Promise<ProductionPortal> {
  const folder = mkdtempSync(path.join(tmpdir(), 'board-portal-production-'))
  const [shell, data] = [path.join(folder, 'shell'), path.join(folder, 'data')]
  mkdirSync(shell)
  mkdirSync(path.join(data, 'drive'), { recursive: true })
  const page =
    '<!doctype html><title>Portal</title><!--preload--><!--first-paint--><!--page-data-->'
  writeFileSync(path.join(shell, 'index.html'), page)
  for (const [name, bytes] of Object.entries(papers)) {
    writeFileSync(path.join(data, 'drive', name), bytes)
  }
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  const running = await host
    .start({
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_FOLDER: data,
      SHELL_FOLDER: shell,
      RELEASES_FOLDER: ',',
      ...(identity === 'portal' ? identitySettings.portal : identitySettings.firebase),
      FOUNDATION_DOMAIN: domain,
      DEFAULT_ADMIN_EMAIL: admin.email,
      DRAIN_GRACE: '0',
      ...env,
    })
    .catch((error: unknown) => {
      removeFolder()
      throw error
    })
  const port = Number(new URL(running.url).port)
  return {
    url: `http://localhost:${port}`,
    port,
    dataFolder: data,
    tokenOf: identity === 'portal' ? ownTokens(data) : tokenOf,
    async stop() {
      await running.stop()
      removeFolder()
    },
  }
}
