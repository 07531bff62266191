import { createSign, generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
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
  /** An ID token signed like Google's. */
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
      IDENTITY: 'firebase',
      FIREBASE_PROJECT_ID: project,
      FIREBASE_API_KEY: 'none',
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
    tokenOf,
    async stop() {
      await running.stop()
      removeFolder()
    },
  }
}
