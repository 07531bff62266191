import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { lacksIndex } from '../adapters/firestore/firestore-errors.ts'
import { memoryBlobStore } from '../adapters/memory/memory-blob-store.ts'
import { openSqliteStore } from '../adapters/sqlite/sqlite-document-store.ts'
import { Refusal } from '../refusal.ts'
import { StoreUnusable } from '../store/store-unusable.ts'
import type { Account, Accounts } from '../users/accounts.ts'
import { accountsCheck } from './accounts-check.ts'
import { databaseCheck } from './database-check.ts'
import { embedsCheck } from './embeds-check.ts'
import { filesCheck } from './files-check.ts'
import { type Check, examine } from './finding.ts'
import { remotesCheck } from './remotes-check.ts'
import { isGuessable, secretsCheck } from './secrets-check.ts'
import { shellCheck } from './shell-check.ts'

const now = () => new Date()
const look = async (check: Check) => (await examine([check]))[0]!

describe('a look', () => {
  it('is taken at every part, whatever another one does', async () => {
    const findings = await examine([
      {
        part: 'one',
        look: async () => Promise.reject(new Error('It is down')),
        remedy: 'Start it.',
      },
      {
        part: 'two',
        look: () => new Promise(() => undefined),
        patience: 20,
        remedy: 'Look at it.',
      },
      { part: 'three', look: async () => 'well' },
    ])
    expect(findings).toEqual([
      { part: 'one', verdict: 'wrong', said: 'It is down. Start it.' },
      { part: 'two', verdict: 'wrong', said: 'It hasn’t answered within 0.02 s. Look at it.' },
      { part: 'three', verdict: 'ok', said: 'well' },
    ])
  })
})

describe('the database', () => {
  const firestore = {
    kind: 'firestore',
    projectId: 'larkspur',
    database: undefined,
    emulatorHost: undefined,
  } as const
  const check = (open: Parameters<typeof databaseCheck>[0]['open'], store = firestore) =>
    look(databaseCheck({ store, production: true, open, lacksIndex, now }))

  it('is written, changed and left as it was', async () => {
    const store = openSqliteStore({ path: ':memory:' })
    expect(await check(async () => store)).toMatchObject({ part: 'database', verdict: 'ok' })
    expect((await store.list('doctor')).documents).toEqual([])
    await store.close()
  })

  it('is wrong where it can’t be reached, and says so in its own sentence', async () => {
    const sentence = 'The Firestore database (default) of the project larkspur can’t be used: no.'
    const { verdict, said } = await check(() => Promise.reject(new StoreUnusable(sentence)))
    expect(verdict).toBe('wrong')
    expect(said).toContain(`${sentence} The database must exist in Native mode`)
  })

  it('is wrong where an index is missing, and says which list needs it', async () => {
    const store = openSqliteStore({ path: ':memory:' })
    // As Firestore answers: https://grpc.io/docs/guides/status-codes/
    const missing = Object.assign(new Error('9 FAILED_PRECONDITION'), { code: 9 })
    const { said, verdict } = await check(async () => ({
      ...store,
      list: async (collection, query) =>
        query?.where?.['who'] === undefined
          ? store.list(collection, query)
          : Promise.reject(missing),
    }))
    expect([verdict, said]).toEqual([
      'wrong',
      'The audit can’t be asked by who: deploy firestore.indexes.json and wait until the indexes are built.',
    ])
    await store.close()
  })

  it('is to be thought about in production where it lies on one machine', async () => {
    const store = openSqliteStore({ path: ':memory:' })
    const options = { store: { kind: 'sqlite' }, open: async () => store, lacksIndex, now } as const
    expect(await look(databaseCheck({ ...options, production: true }))).toMatchObject({
      verdict: 'caution',
    })
    expect(await look(databaseCheck({ ...options, production: false }))).toMatchObject({
      verdict: 'ok',
    })
    await store.close()
  })
})

describe('the files', () => {
  const blobs = { kind: 'gcs', bucket: 'larkspur-papers' } as const

  it('are written, read and left as they were', async () => {
    const store = memoryBlobStore(now)
    const found = await look(filesCheck({ blobs, production: true, open: async () => store }))
    expect(found).toMatchObject({ verdict: 'ok' })
    for await (const key of store.keys('')) expect.unreachable(`${key} was left behind`)
  })

  it('are wrong where the bucket refuses the portal’s account', async () => {
    const sentence =
      'The server’s storage refuses the portal’s account: check its rights on GCS_BUCKET.'
    const open = () => Promise.reject(new Refusal('unavailable', sentence))
    const { verdict, said } = await look(filesCheck({ blobs, production: true, open }))
    expect(verdict).toBe('wrong')
    expect(said).toBe(
      `${sentence} The portal’s account needs the role Storage Object User on the bucket.`,
    )
  })

  it('are wrong where something else is read than was written', async () => {
    const store = { ...memoryBlobStore(now), read: async () => new Response('other').body! }
    const found = await look(filesCheck({ blobs, production: true, open: async () => store }))
    expect(found).toMatchObject({ verdict: 'wrong', said: 'What was written is not what is read.' })
  })
})

describe('the accounts', () => {
  it('have the first admin among them, on whichever page, who signs in with Google', async () => {
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
      said: 'listed; ruth@larkspur.example (DEFAULT_ADMIN_EMAIL) signs in with Google',
    })
    for (const [account, said] of [
      [undefined, 'has no account yet'],
      [{ ...admin, disabled: true }, 'is disabled'],
      [{ ...admin, providers: ['password'] }, 'has never signed in with Google'],
    ] as const) {
      expect(await seen(account as Partial<Account> | undefined)).toMatchObject({
        verdict: 'caution',
        said: expect.stringContaining(said),
      })
    }
  })

  it('are wrong without the role, by the provider’s word and never its message', async () => {
    const cause = Object.assign(new Error('SECRET'), { code: 'auth/insufficient-permission' })
    const list = () => Promise.reject(new Refusal('unavailable', 'No', { cause }))
    const { verdict, said } = await look(
      accountsCheck({ accounts: { list }, defaultAdminEmail: 'ruth@larkspur.example' }),
    )
    expect(verdict).toBe('wrong')
    expect(said).toContain('can’t be listed (auth/insufficient-permission).')
    expect(said).toContain('needs the role Firebase Authentication Admin')
    expect(said).not.toContain('SECRET')
  })
})

describe('hosts that may be embedded', () => {
  it('are asked for their addresses, and those without one are named', async () => {
    const resolve = async (host: string) => {
      if (host.startsWith('vimoe')) throw new Error('ENOTFOUND')
    }
    const check = (hosts: string[]) => look(embedsCheck({ hosts, resolve }))
    expect(await check(['airtable.com', '*.vimeo.com'])).toMatchObject({ verdict: 'ok' })
    expect(await check(['airtable.com', '*.vimoe.com'])).toEqual({
      part: 'embeds',
      verdict: 'caution',
      said: 'No address is known here of *.vimoe.com: are they spelt right in EMBED_HOSTS?',
    })
  })
})

describe('keys that operators think up', () => {
  it.each([
    'a'.repeat(40),
    'change-me-change-me-change-me-change-me',
    '0123456789012345678901234567890123456789',
    'abcdefghijklmnopqrstuvwxyz0123456789',
  ])('could be guessed: %s', (secret) => expect(isGuessable(secret)).toBe(true))

  it('can’t be guessed where they are random, in any alphabet', () => {
    for (let n = 0; n < 200; n += 1) {
      expect(isGuessable(randomBytes(32).toString('hex'))).toBe(false)
      expect(isGuessable(randomBytes(24).toString('base64url'))).toBe(false)
    }
  })

  it('are named, and never told', async () => {
    const adminApiKey = 'password'.repeat(4)
    const { verdict, said } = await look(secretsCheck({ adminApiKey, metricsToken: undefined }))
    expect(verdict).toBe('wrong')
    expect(said).toContain('ADMIN_API_KEY could be guessed')
    expect(said).not.toContain('password')
  })

  it('are wrong where one opens both doors', async () => {
    const key = randomBytes(32).toString('hex')
    expect(await look(secretsCheck({ adminApiKey: key, metricsToken: key }))).toMatchObject({
      verdict: 'wrong',
    })
  })
})

describe('the shell', () => {
  const check = (head: string) => {
    const settings = { shellFolder: 'shell/dist', identity: { kind: 'firebase' } } as never
    return look(shellCheck({ settings, open: async () => ({ page: async () => head }) }))
  }

  it('is good where it was built for the same way in', async () => {
    const found = await check('<meta name="portal-identity" content="firebase">')
    expect(found).toMatchObject({ verdict: 'ok' })
  })

  it('is wrong where it offers sample accounts in production', async () => {
    const { verdict, said } = await check('<meta content="emulator" name="portal-identity">')
    expect(verdict).toBe('wrong')
    expect(said).toContain('built for IDENTITY=emulator: build it with')
  })
})

describe('the remotes', () => {
  const live = [{ remote: 'meetings', release: '1.0.0-a', isWhole: true }]
  const check = (options: Partial<Parameters<typeof remotesCheck>[0]>) =>
    look(remotesCheck({ builds: async () => [], live: async () => live, ...options }))

  it('are good while their files are there', async () => {
    expect(await check({})).toMatchObject({
      verdict: 'ok',
      said: 'meetings 1.0.0-a: every file is there',
    })
  })

  it.each([
    [
      'files are missing',
      { live: async () => [{ ...live[0]!, isWhole: false }] },
      'Files are missing of meetings 1.0.0-a',
    ],
    [
      'a build isn’t there',
      { builds: async () => [{ folder: '/x', fault: 'There is no build in /x.' }] },
      'There is no build in /x.',
    ],
    ['there is none', { live: async () => [] }, 'There is no remote'],
  ])('are wrong where %s', async (_, options, sentence) => {
    const { verdict, said } = await check(options)
    expect([verdict, said.includes(sentence)]).toEqual(['wrong', true])
  })
})
