import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { lacksIndex } from '../../adapters/firestore/firestore-errors.ts'
import { memoryBlobStore } from '../../adapters/memory/memory-blob-store.ts'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { Refusal } from '../../refusal.ts'
import { StoreOpenError } from '../../platform/store/document-store.ts'
import type { Account, Accounts } from '../../platform/identity/accounts.ts'
import { accountsCheck } from './accounts-check.ts'
import { databaseCheck } from './database-check.ts'
import { backupsCheck, embedsCheck, filesCheck } from './files-check.ts'
import { type Check, runChecks } from './finding.ts'
import { remotesCheck, shellCheck } from './shell-check.ts'
import { isGuessable, secretsCheck } from './secrets-check.ts'

const now = () => new Date()
const look = async (check: Check) => (await runChecks([check]))[0]!

describe('the database', () => {
  const firestore = {
    kind: 'firestore',
    projectId: 'larkspur',
    database: undefined,
    emulatorHost: undefined,
  } as const
  const check = (open: Parameters<typeof databaseCheck>[0]['open'], store = firestore) =>
    look(databaseCheck({ store, open, lacksIndex, now }))

  it('writes to the database and leaves it as it was', async () => {
    const store = openSqliteStore({ path: ':memory:' })
    expect(await check(async () => store)).toMatchObject({ part: 'database', verdict: 'ok' })
    expect((await store.list('doctor')).documents).toEqual([])
    await store.close()
  })

  it('fails with its own message if the database can’t be reached', async () => {
    const sentence = 'The Firestore database (default) of the project larkspur can’t be used: no.'
    const { verdict, message } = await check(() => Promise.reject(new StoreOpenError(sentence)))
    expect(verdict).toBe('wrong')
    expect(message).toContain(`${sentence} The database must exist in Native mode`)
  })

  it('fails if an index is missing, and names the filter that needs it', async () => {
    const store = openSqliteStore({ path: ':memory:' })
    // Firestore's error: https://grpc.io/docs/guides/status-codes/
    const missing = Object.assign(new Error('9 FAILED_PRECONDITION'), { code: 9 })
    const { message, verdict } = await check(async () => ({
      ...store,
      list: async (collection, query) =>
        query?.where?.['who'] === undefined
          ? store.list(collection, query)
          : Promise.reject(missing),
    }))
    expect([verdict, message]).toEqual([
      'wrong',
      'The audit can’t be filtered by who. Deploy firestore.indexes.json and wait until the indexes are built.',
    ])
    await store.close()
  })
})

describe('the files', () => {
  const blobs = { kind: 'gcs', bucket: 'larkspur-papers' } as const

  it('writes and reads files, and leaves them as they were', async () => {
    const store = memoryBlobStore(now)
    const finding = await look(filesCheck({ blobs, open: async () => store }))
    expect(finding).toMatchObject({ verdict: 'ok' })
    for await (const key of store.keys('')) expect.unreachable(`${key} was left behind`)
  })

  it('fails if the bucket refuses the portal’s account', async () => {
    const sentence =
      'The portal’s account may not use the server’s storage. Check its permissions on GCS_BUCKET.'
    const open = () => Promise.reject(new Refusal('unavailable', sentence))
    const { verdict, message } = await look(filesCheck({ blobs, open }))
    expect(verdict).toBe('wrong')
    expect(message).toBe(
      `${sentence} The portal’s account needs the role Storage Object User on the bucket.`,
    )
  })

  it('fails if the bytes read differ from those written', async () => {
    const store = { ...memoryBlobStore(now), read: async () => new Response('other').body! }
    const finding = await look(filesCheck({ blobs, open: async () => store }))
    expect(finding).toMatchObject({
      verdict: 'wrong',
      message: 'The file that was read isn’t the one that was written.',
    })
  })
})

describe('the backups', () => {
  const folder = '/var/backups/board-portal'
  const check = (made: Date | undefined) =>
    look(backupsCheck({ folder, newest: () => made, now: () => new Date('2026-11-28T12:00Z') }))

  it('accepts the newest backup for two days', async () => {
    expect(await check(new Date('2026-11-27T03:15:00Z'))).toEqual({
      part: 'backups',
      verdict: 'ok',
      message: `the newest in ${folder} is of 2026-11-27T03:15:00.000Z`,
    })
    expect((await check(new Date('2026-11-26T11:59:00Z'))).verdict).toBe('caution')
  })

  it('warns if there is no backup, or no folder for backups', async () => {
    expect(await check(undefined)).toMatchObject({
      verdict: 'caution',
      message: `there is none in ${folder}; run \`backup\` every day`,
    })
    const options = { folder: undefined, newest: () => undefined, now }
    expect(await look(backupsCheck(options))).toMatchObject({
      verdict: 'caution',
      message: expect.stringContaining('Set BACKUP_FOLDER'),
    })
  })
})

describe('the accounts', () => {
  it('finds the first admin on any page, and checks that they sign in with Google', async () => {
    const seen = async (account: Partial<Account> | undefined, others = 0) => {
      const all = [...Array.from({ length: others }, () => ({ email: 'x@y' })), account ?? {}]
      const list: Accounts['list'] = async ({ limit = 1, pageToken = '0' } = {}) => {
        const next = Number(pageToken) + limit
        return {
          accounts: all.slice(Number(pageToken), next) as Account[],
          ...(next < all.length ? { nextPageToken: String(next) } : {}),
        }
      }
      return look(accountsCheck({ accounts: { list }, defaultAdminEmail: admin.email }))
    }
    const admin = { email: 'ruth@larkspur.example', disabled: false, providers: ['google.com'] }
    expect(await seen(admin, 2500)).toEqual({
      part: 'accounts',
      verdict: 'ok',
      message: 'listed; ruth@larkspur.example (DEFAULT_ADMIN_EMAIL) signs in with Google',
    })
    for (const [account, message] of [
      [undefined, 'has no account yet'],
      [{ ...admin, disabled: true }, 'is disabled'],
      [{ ...admin, providers: ['password'] }, 'has never signed in with Google'],
    ] as const) {
      expect(await seen(account as Partial<Account> | undefined)).toMatchObject({
        verdict: 'caution',
        message: expect.stringContaining(message),
      })
    }
  })

  it('fails without the role, and shows the provider’s code but not its message', async () => {
    const cause = Object.assign(new Error('SECRET'), { code: 'auth/insufficient-permission' })
    const list = () => Promise.reject(new Refusal('unavailable', 'No', { cause }))
    const { verdict, message } = await look(
      accountsCheck({ accounts: { list }, defaultAdminEmail: 'ruth@larkspur.example' }),
    )
    expect(verdict).toBe('wrong')
    expect(message).toContain('can’t be listed (auth/insufficient-permission).')
    expect(message).toContain('needs the role Firebase Authentication Admin')
    expect(message).not.toContain('SECRET')
  })
})

describe('hosts that may be embedded', () => {
  it('resolves the hosts, and names those it can’t', async () => {
    const resolve = async (host: string) => {
      if (host.startsWith('vimoe')) throw new Error('ENOTFOUND')
    }
    const check = (hosts: string[]) => look(embedsCheck({ hosts, resolve }))
    expect(await check(['airtable.com', '*.vimeo.com'])).toMatchObject({ verdict: 'ok' })
    expect(await check(['airtable.com', '*.vimoe.com'])).toEqual({
      part: 'embeds',
      verdict: 'caution',
      message: 'These hosts can’t be resolved: *.vimoe.com. Check their spelling in EMBED_HOSTS.',
    })
  })
})

describe('secrets chosen by operators', () => {
  it.each([
    'a'.repeat(40),
    'change-me-change-me-change-me-change-me',
    '0123456789012345678901234567890123456789',
    'abcdefghijklmnopqrstuvwxyz0123456789',
  ])('considers %s guessable', (secret) => expect(isGuessable(secret)).toBe(true))

  it('accepts random secrets in any alphabet', () => {
    for (let n = 0; n < 200; n += 1) {
      expect(isGuessable(randomBytes(32).toString('hex'))).toBe(false)
      expect(isGuessable(randomBytes(24).toString('base64url'))).toBe(false)
    }
  })

  it('names secrets but never shows them', async () => {
    const adminApiKey = 'password'.repeat(4)
    const others = { gateRunnerKey: undefined, metricsToken: undefined }
    const { verdict, message } = await look(secretsCheck({ adminApiKey, ...others }))
    expect(verdict).toBe('wrong')
    expect(message).toContain('ADMIN_API_KEY could be guessed')
    expect(message).not.toContain('password')
  })

  it('fails if two secrets are the same', async () => {
    const [first, second] = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString('hex'))
    const secrets = { adminApiKey: second, gateRunnerKey: first, metricsToken: first }
    expect(await look(secretsCheck(secrets))).toMatchObject({
      verdict: 'wrong',
      message: expect.stringContaining('GATE_RUNNER_KEY and METRICS_TOKEN are the same'),
    })
  })

  it('warns while a key and the one before it are both valid', async () => {
    const [first, second] = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString('hex'))
    const none = { adminApiKey: undefined, gateRunnerKey: undefined, metricsToken: undefined }
    const previousKeys = { ...none, adminApiKey: first }
    const secrets = { ...none, adminApiKey: second, previousKeys, previousClientSecret: 'old' }
    const { verdict, message } = await look(secretsCheck(secrets))
    expect(verdict).toBe('caution')
    expect(message).toContain('ADMIN_API_KEY_PREVIOUS, OIDC_CLIENT_SECRET_PREVIOUS')
  })
})

describe('the shell', () => {
  const check = (head: string) => {
    const settings = { shellFolder: 'shell/dist', identity: { kind: 'firebase' } } as never
    return look(shellCheck({ settings, open: async () => ({ page: async () => head }) }))
  }

  it('accepts a shell built for the configured sign-in', async () => {
    const finding = await check('<meta name="portal-identity" content="firebase">')
    expect(finding).toMatchObject({ verdict: 'ok' })
  })

  it('fails if the shell offers sample accounts in production', async () => {
    const { verdict, message } = await check('<meta content="emulator" name="portal-identity">')
    expect(verdict).toBe('wrong')
    expect(message).toContain('built for IDENTITY=emulator. Build it with')
  })
})

describe('the remotes', () => {
  const live = [{ remote: 'meetings', release: '1.0.0-a', isWhole: true }]
  const check = (options: Partial<Parameters<typeof remotesCheck>[0]>) =>
    look(
      remotesCheck({
        builds: async () => [],
        live: async () => live,
        unread: async () => [],
        ...options,
      }),
    )

  it('accepts remotes whose files exist', async () => {
    expect(await check({})).toMatchObject({
      verdict: 'ok',
      message: 'meetings 1.0.0-a: all files are intact',
    })
  })

  it.each([
    [
      'files are missing',
      { live: async () => [{ ...live[0]!, isWhole: false }] },
      'Files of meetings 1.0.0-a are missing',
    ],
    [
      'a build isn’t there',
      { builds: async () => [{ folder: '/x', fault: 'There is no build in /x.' }] },
      'There is no build in /x.',
    ],
    [
      'a policy can’t be read',
      { unread: async () => ['release_policies/news'] },
      'can’t read: release_policies/news. Their remotes can’t be released.',
    ],
    ['there is none', { live: async () => [] }, 'There is no remote'],
  ])('fails if %s', async (_, options, sentence) => {
    const { verdict, message } = await check(options)
    expect([verdict, message.includes(sentence)]).toEqual(['wrong', true])
  })
})
