import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseSettings, settingFaults } from './env.ts'
import { ownSignInEnv, productionEnv as production } from './production-fixture.ts'
import { environmentReference } from './reference.ts'

describe('settings', () => {
  it('defaults to the embedded set', () => {
    expect(parseSettings({})).toMatchObject({
      production: false,
      port: 3000,
      foundation: { domain: 'larkspur.example', timeZone: 'America/Los_Angeles' },
      identity: { kind: 'emulator', projectId: 'demo-board-portal' },
      defaultAdminEmail: 'ruth.abelman@larkspur.example',
      sample: false,
    })
    expect(parseSettings({}).releaseFolders).toHaveLength(4)
  })

  it('treats an empty value as not set', () => {
    expect(parseSettings({ PORT: '', FOUNDATION_NAME: '' })).toEqual(parseSettings({}))
  })

  it('accepts safe settings in production', () => {
    expect(parseSettings(production)).toMatchObject({ production: true })
  })

  it('reads the address at which people open the portal, without a path', () => {
    const { publicUrl } = parseSettings({ PUBLIC_URL: 'https://Board.Example.org/' })
    expect(publicUrl).toBe('https://board.example.org')
    expect(parseSettings({}).publicUrl).toBeUndefined()
    for (const PUBLIC_URL of ['https://example.org/board', 'https://user@example.org', 'board']) {
      expect(() => parseSettings({ PUBLIC_URL })).toThrow(
        /^The setting PUBLIC_URL can't be used: it/,
      )
    }
  })

  it('configures the mailbox that calendars’ answers are read from', () => {
    const env = {
      MAIL_REPLIES_HOST: 'imap.example.org',
      MAIL_REPLIES_USER: 'board',
      MAIL_REPLIES_PASSWORD: 'secret',
      MAIL_FROM: 'board@example.org',
    }
    expect(parseSettings({}).mail.replies).toBeUndefined()
    const { replies } = parseSettings(env).mail
    expect(replies).toMatchObject({ port: 993, folder: 'INBOX', address: 'board@example.org' })
    for (const wrong of [
      { MAIL_REPLIES_PASSWORD: '' },
      { MAIL_REPLIES_ENCRYPTION: 'none' },
      { MAIL_REPLIES_ADDRESS: 'board+1@example.org' },
      { MAIL_REPLIES_ADDRESS: `${'b'.repeat(40)}@example.org` },
    ]) {
      expect(() => parseSettings({ ...env, ...wrong })).toThrow(Object.keys(wrong)[0])
    }
  })

  it('configures a Firestore database', () => {
    const env = {
      ...production,
      STORE: 'firestore',
      FIREBASE_PROJECT_ID: 'larkspur',
      FIRESTORE_DATABASE: 'portal',
    }
    const { store } = parseSettings(env)
    expect(store).toMatchObject({ kind: 'firestore', projectId: 'larkspur', database: 'portal' })
  })

  it('configures the bucket for files', () => {
    const { blobs } = parseSettings({ ...production, BLOBS: 'gcs', GCS_BUCKET: 'larkspur-papers' })
    expect(blobs).toEqual({ kind: 'gcs', bucket: 'larkspur-papers' })
    expect(parseSettings({}).blobs).toEqual({ kind: 'folder' })
  })

  it('configures the folder of the papers, local or in Google Drive', () => {
    const google = { ...production, DRIVE: 'google', GOOGLE_DRIVE_ROOT: '1a2B3c4D5e6F7g8H' }
    expect(parseSettings(google).drive).toEqual({ kind: 'google', root: '1a2B3c4D5e6F7g8H' })
    const { drive } = parseSettings({ DATA_FOLDER: '/data' })
    expect(drive).toEqual({ kind: 'folder', folder: '/data/drive', isOwn: true })
  })

  it('configures an accent with three or six digits, and pictures by their paths', () => {
    const env = { FOUNDATION_ACCENT: '#7AF', FOUNDATION_LOGO: '/files/logo.png' }
    const { foundation } = parseSettings(env)
    expect(foundation).toMatchObject({ accent: '#77aaff', logoFile: '/files/logo.png' })
  })

  it('configures the development servers of remotes', () => {
    const { devRemotes } = parseSettings({ DEV_REMOTES: 'meetings@http://localhost:3011' })
    expect(devRemotes).toEqual([{ name: 'meetings', url: 'http://localhost:3011' }])
  })

  it.each([
    ['an invalid port', { PORT: '99999' }, 'PORT'],
    [
      'a Google Drive without its folder',
      { DRIVE: 'google' },
      'DRIVE=google needs GOOGLE_DRIVE_ROOT',
    ],
    [
      'a Google folder that isn’t given by its id',
      { DRIVE: 'google', GOOGLE_DRIVE_ROOT: 'root' },
      "The setting GOOGLE_DRIVE_ROOT can't be used: it is not an id",
    ],
    [
      'a port that isn’t a number',
      { PORT: 'http' },
      "The setting PORT can't be used: Invalid input: expected number",
    ],
    ['an unknown time zone', { FOUNDATION_TIME_ZONE: 'Mars/Olympus' }, 'FOUNDATION_TIME_ZONE'],
    [
      'an unknown database',
      { STORE: 'postgres' },
      'STORE=postgres can\'t be used: Invalid option: expected one of "sqlite"|"firestore".',
    ],
    [
      'Firestore without a project',
      { STORE: 'firestore' },
      'STORE=firestore needs FIREBASE_PROJECT_ID',
    ],
    [
      'an invalid database id',
      { STORE: 'firestore', FIRESTORE_DATABASE: 'a/b' },
      "FIRESTORE_DATABASE can't be used: it is not a database id.",
    ],
    ['a drive without its settings', { DRIVE: 'google' }, 'DRIVE=google'],
    [
      'an invalid admin address',
      { DEFAULT_ADMIN_EMAIL: 'ruth' },
      "DEFAULT_ADMIN_EMAIL can't be used: it is not an e-mail address.",
    ],
    [
      'an invalid address',
      { AUTH_EMULATOR_URL: 'nowhere' },
      "AUTH_EMULATOR_URL can't be used: it is not an address",
    ],
    ['an invalid domain', { FOUNDATION_DOMAIN: 'larkspur' }, 'FOUNDATION_DOMAIN'],
    [
      'files in a bucket without its name',
      { BLOBS: 'gcs' },
      'BLOBS=gcs needs GCS_BUCKET, the bucket for the files.',
    ],
    ['an invalid bucket', { BLOBS: 'gcs', GCS_BUCKET: 'gs://papers' }, 'GCS_BUCKET'],
    ['a contact that isn’t an address', { SECURITY_CONTACT: 'the office' }, 'SECURITY_CONTACT'],
    [
      'an accent that isn’t a color',
      { FOUNDATION_ACCENT: 'green' },
      "The setting FOUNDATION_ACCENT can't be used: it is not a color, such as #1d4f45.",
    ],
    ['an invalid host', { EMBED_HOSTS: "x'; script-src *" }, 'EMBED_HOSTS'],
    ['a remote without an address', { DEV_REMOTES: 'meetings' }, 'DEV_REMOTES'],
  ])('refuses settings with a clear message: %s', (_, env, named) => {
    expect(() => parseSettings(env)).toThrow(named)
  })

  it.each([
    [{ REQUIRE_SECOND_FACTORS: 'true' }, 'REQUIRE_SECOND_FACTOR'],
    [{ SIGNIN_DAYS: '10' }, 'SIGN_IN_DAYS'],
    [{ TRUSTED_PROXY: '1' }, 'TRUSTED_PROXIES'],
  ])('refuses a variable that is almost named like a setting: %o', (env, meant) => {
    const sentence = `${Object.keys(env).join()} is not a setting of the portal: rename it to ${meant}, or unset it.`
    expect(() => parseSettings({ ...production, ...env })).toThrow(sentence)
    expect(settingFaults({ ...production, ...env })).toEqual([sentence])
    expect(() => parseSettings({ ...production, SESSION_COLOR: 'green' })).not.toThrow()
  })

  it.each(['0.0.0.0', '::', '192.168.1.20', 'portal.local', '127.evil.example'])(
    'refuses the emulator on %s, which other machines can reach, unless that is allowed',
    (HOST) => {
      expect(() => parseSettings({ HOST })).toThrow(
        `HOST=${HOST} is not allowed with IDENTITY=emulator`,
      )
      expect(parseSettings({ HOST, INSECURE_EMULATOR_ON_NETWORK: '1' }).host).toBe(HOST)
      expect(parseSettings({ ...production, HOST }).host).toBe(HOST)
    },
  )

  it.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('allows the emulator on %s', (HOST) => {
    expect(parseSettings({ HOST }).host).toBe(HOST)
  })

  it.each([
    'FIRESTORE_EMULATOR_HOST',
    'FIREBASE_AUTH_EMULATOR_HOST',
    'FIREBASE_STORAGE_EMULATOR_HOST',
    'STORAGE_EMULATOR_HOST',
  ])('refuses an emulator in production, with any database: %s', (name) => {
    for (const STORE of ['sqlite', 'firestore']) {
      const env = { ...production, STORE, [name]: '127.0.0.1:8080' }
      expect(() => parseSettings(env)).toThrow(`${name} is not allowed in production`)
    }
    expect(() => parseSettings({ [name]: '127.0.0.1:8080' })).not.toThrow()
  })

  it.each(['Production', 'prod', 'live'])(
    'refuses NODE_ENV=%s, which could mean either',
    (value) => {
      expect(() => parseSettings({ ...production, NODE_ENV: value })).toThrow(
        `NODE_ENV=${value} can't be used`,
      )
    },
  )

  it.each(['', 'development', 'test'])(
    'is in production with Firebase if NODE_ENV is %j',
    (value) => {
      expect(parseSettings({ ...production, NODE_ENV: value }).production).toBe(true)
    },
  )

  it.each([
    ['Firestore', { STORE: 'firestore', FIREBASE_PROJECT_ID: 'larkspur' }],
    ['Cloud Storage', { BLOBS: 'gcs', GCS_BUCKET: 'larkspur-papers' }],
    ['Google Drive', { DRIVE: 'google', GOOGLE_DRIVE_ROOT: '1a2B3c4D5e6F7g8H' }],
    ['Google Calendar', { CALENDAR: 'google' }],
  ])('refuses %s with the emulator’s sign-ins', (_, env) => {
    expect(() => parseSettings(env)).toThrow('IDENTITY=emulator is not allowed')
  })

  it('isn’t in production with the emulators of Firestore and Cloud Storage', () => {
    const env = {
      STORE: 'firestore',
      FIREBASE_PROJECT_ID: 'demo-larkspur',
      FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080',
      BLOBS: 'gcs',
      GCS_BUCKET: 'larkspur-papers',
      STORAGE_EMULATOR_HOST: '127.0.0.1:9199',
    }
    expect(parseSettings(env).production).toBe(false)
  })

  it.each([
    ['the emulator', { IDENTITY: 'emulator' }, 'IDENTITY=emulator'],
    ['a wildcard for its domain', { FOUNDATION_DOMAIN: '*.example' }, 'FOUNDATION_DOMAIN'],
    ['no default admin', { DEFAULT_ADMIN_EMAIL: '' }, 'DEFAULT_ADMIN_EMAIL'],
    ['an admin of another domain', { DEFAULT_ADMIN_EMAIL: 'a@b.example' }, 'DEFAULT_ADMIN_EMAIL'],
    ['no domain', { FOUNDATION_DOMAIN: '' }, 'FOUNDATION_DOMAIN'],
    ['the sample', { SAMPLE: '1' }, 'SAMPLE'],
    ['a dev server', { SHELL_DEV_URL: 'http://localhost:3001' }, 'SHELL_DEV_URL'],
  ])('refuses in production %s', (_, change, named) => {
    expect(() => parseSettings({ ...production, ...change })).toThrow(named)
  })
})

describe('the portal’s own accounts', () => {
  it('alone don’t make a portal production, and then only this machine can reach it', () => {
    const env = { IDENTITY: 'portal' }
    expect(parseSettings(env)).toMatchObject({ production: false, identity: { kind: 'portal' } })
    expect(parseSettings({ ...env, HOST: '127.0.0.1' }).host).toBe('127.0.0.1')
    for (const HOST of ['0.0.0.0', '::', '192.168.1.20', 'portal.local']) {
      expect(() => parseSettings({ ...env, HOST })).toThrow(
        `HOST=${HOST} is not allowed with IDENTITY=portal outside production`,
      )
      expect(parseSettings({ ...ownSignInEnv, HOST }).host).toBe(HOST)
    }
  })

  it('need no Firebase in production', () => {
    expect(parseSettings(ownSignInEnv)).toMatchObject({
      production: true,
      identity: {
        provider: { issuer: 'https://accounts.google.com', name: 'Google', isTrusted: true },
      },
    })
  })

  const other = 'https://login.larkspur.example'

  it('trust another provider only if a setting names it', () => {
    const env = { ...ownSignInEnv, OIDC_ISSUER: other }
    expect(() => parseSettings(env)).toThrow('nobody could be an admin')
    expect(() => parseSettings({ ...env, TRUSTED_ISSUER: `${other}/` })).toThrow('nobody could be')
    const { identity } = parseSettings({ ...env, TRUSTED_ISSUER: other, OIDC_NAME: 'Larkspur' })
    expect(identity.provider).toMatchObject({ issuer: other, name: 'Larkspur', isTrusted: true })
    // Outside production, such a portal has members only.
    const local = parseSettings({ ...env, NODE_ENV: 'development' })
    expect(local.identity.provider?.isTrusted).toBe(false)
  })

  it.each([
    ['a public address', { PUBLIC_URL: '' }, 'PUBLIC_URL'],
    ['https', { PUBLIC_URL: 'http://board.larkspur.example' }, 'PUBLIC_URL'],
    ['a way for admins to sign in', { OIDC_CLIENT_ID: '' }, 'OIDC_CLIENT_ID'],
    ['the client’s secret', { OIDC_CLIENT_SECRET: '' }, 'OIDC_CLIENT_SECRET'],
    [
      'a provider with https',
      { OIDC_ISSUER: 'http://login.example', TRUSTED_ISSUER: 'http://login.example' },
      'OIDC_ISSUER',
    ],
  ])('need %s in production', (_, change, named) => {
    expect(() => parseSettings({ ...ownSignInEnv, ...change })).toThrow(named)
  })

  it('aren’t the sample’s', () => {
    expect(() => parseSettings({ IDENTITY: 'portal', SAMPLE: '1' })).toThrow('SAMPLE')
  })
})

it('documents all settings on the generated page', () => {
  const page = new URL('../../../../docs/environment.md', import.meta.url)
  expect(readFileSync(page, 'utf8')).toBe(environmentReference())
})
