import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '../api/src/platform/files/temporary-folder.ts'
import { readSettingsFile } from '../api/src/platform/env/settings-file.ts'
import { setUpOwnPortal, settingsFileOf } from './own-portal.ts'
import { needsEmulator, portalSettings } from './portal.ts'
import { commandLine, welcome } from './welcome.ts'

const answers = {
  FOUNDATION_NAME: "St. Anne's Fund",
  FOUNDATION_DOMAIN: 'wrenhill.example',
  FOUNDATION_TIME_ZONE: 'Europe/London',
  DEFAULT_ADMIN_EMAIL: 'ada.quill@wrenhill.example',
}

/** Someone who gives these answers, one after the other. */
function asker(given: string[]) {
  const left = [...given]
  return vi.fn(async (_question: string, _suggestion: string | undefined) => left.shift() ?? '')
}

const folder = () => path.join(temporaryFolder(), 'data')
const nobody = { ask: undefined, explain: () => {} }

describe('a portal of one’s own', () => {
  it('asks for name, domain, time zone and first admin, and stores them in the data folder', async () => {
    const dataFolder = folder()
    const ask = asker(Object.values(answers))
    await setUpOwnPortal({ dataFolder, env: {}, ask, explain: () => {} })
    expect(ask).toHaveBeenCalledTimes(4)
    expect(readSettingsFile(settingsFileOf(dataFolder))).toEqual({
      SAMPLE: 'false',
      ...answers,
      LIAISON_EMAIL: 'ada.quill@wrenhill.example',
    })
    expect(statSync(settingsFileOf(dataFolder)).mode & 0o077).toBe(0)
  })

  it('asks again until an answer is right and fits the others', async () => {
    const dataFolder = folder()
    const explain = vi.fn()
    const given = ['', 'Wren Hill', 'gmail.com', 'wrenhill', 'wrenhill.example', 'London', '']
    const ask = asker([...given, 'ada@other.example', 'ada@wrenhill.example'])
    await setUpOwnPortal({ dataFolder, env: {}, ask, explain })
    expect(explain.mock.calls.flat()).toEqual([
      'Please answer.',
      "FOUNDATION_DOMAIN=gmail.com can't be used: everyone with an address there would be a member.",
      'FOUNDATION_DOMAIN=wrenhill is not a domain, such as example.org.',
      "The setting FOUNDATION_TIME_ZONE can't be used: it is not a time zone, such as America/Los_Angeles.",
      'DEFAULT_ADMIN_EMAIL must be an address of @wrenhill.example.',
    ])
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
    expect(ask).toHaveBeenCalledWith('Its time zone', zone)
    expect(readSettingsFile(settingsFileOf(dataFolder))).toMatchObject({
      FOUNDATION_TIME_ZONE: zone,
      DEFAULT_ADMIN_EMAIL: 'ada@wrenhill.example',
    })
  })

  it('asks for nothing that a file or the environment contains', async () => {
    const dataFolder = folder()
    const file = path.join(temporaryFolder(), 'foundation.env')
    writeFileSync(
      file,
      'FOUNDATION_NAME=Wren\nFOUNDATION_DOMAIN=wrenhill.example\nSIGN_IN_DAYS=10\nDATA_FOLDER=/x\n',
    )
    const env = { ...answers, FOUNDATION_ACCENT: '#7a3b8f', PATH: '/bin' }
    await setUpOwnPortal({ dataFolder, env, file, ...nobody })
    expect(readSettingsFile(settingsFileOf(dataFolder))).toEqual({
      SAMPLE: 'false',
      ...answers,
      SIGN_IN_DAYS: '10',
      FOUNDATION_ACCENT: '#7a3b8f',
      LIAISON_EMAIL: 'ada.quill@wrenhill.example',
    })
  })

  it('names what is missing where nobody can be asked, and writes nothing', async () => {
    const dataFolder = folder()
    const { DEFAULT_ADMIN_EMAIL: _, ...env } = answers
    await expect(setUpOwnPortal({ dataFolder, env, ...nobody })).rejects.toThrow(
      'A portal of your own needs DEFAULT_ADMIN_EMAIL. Set it',
    )
    const wrong = { ...answers, DEFAULT_ADMIN_EMAIL: 'ada@wrenhil.example' }
    await expect(setUpOwnPortal({ dataFolder, env: wrong, ...nobody })).rejects.toThrow(
      'DEFAULT_ADMIN_EMAIL must be an address of @wrenhill.example.',
    )
    expect(readdirSync(path.dirname(dataFolder))).toEqual([])
  })

  it('leaves settings that are there', async () => {
    const dataFolder = temporaryFolder()
    writeFileSync(settingsFileOf(dataFolder), 'FOUNDATION_NAME=Wren\n')
    await setUpOwnPortal({ dataFolder, env: answers, ...nobody })
    expect(readFileSync(settingsFileOf(dataFolder), 'utf8')).toBe('FOUNDATION_NAME=Wren\n')
  })

  it('isn’t set up in the sample’s folder', async () => {
    const dataFolder = folder()
    mkdirSync(dataFolder)
    writeFileSync(path.join(dataFolder, 'sample.json'), '{"isSample":true}')
    await expect(setUpOwnPortal({ dataFolder, env: answers, ...nobody })).rejects.toThrow(
      `DATA_FOLDER=${dataFolder}-own npx -y pnpm@12 start --own`,
    )
  })
})

describe.each(['start.ts', 'dev.ts'])('%s', (script) => {
  it('makes no sample in a folder that is missing, such as a disk that isn’t mounted', () => {
    const DATA_FOLDER = folder()
    const start = path.join(import.meta.dirname, script)
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const { status, stderr } = spawnSync(process.execPath, [start], {
      env: { PATH, NODE_COMPILE_CACHE, DATA_FOLDER },
      encoding: 'utf8',
    })
    expect([status, stderr.trim()]).toEqual([
      1,
      `There is no folder ${DATA_FOLDER}, which DATA_FOLDER names. Create or mount it, or correct the setting.`,
    ])
    expect(existsSync(DATA_FOLDER)).toBe(false)
  })
})

describe('the settings of the embedded set', () => {
  const settingsOf = (env: NodeJS.ProcessEnv) =>
    portalSettings({ port: 3000, dataFolder: '/data', env }, 'http://127.0.0.1:9099')

  it.each(['0', 'false'])('are without the sample for SAMPLE=%s', (SAMPLE) => {
    expect(settingsOf({ SAMPLE })['SAMPLE']).toBe(SAMPLE)
    expect(settingsOf({ SAMPLE })).not.toHaveProperty('FOUNDATION_LOGO')
  })

  it('take SAMPLE, the logo and the sign-in picture from the environment', () => {
    expect(settingsOf({})['SAMPLE']).toBe('1')
    expect(settingsOf({})['FOUNDATION_LOGO']).toMatch(/branding\/logo\.png$/)
    vi.stubEnv('FOUNDATION_LOGO', '/files/logo.png')
    vi.stubEnv('FOUNDATION_SIGN_IN_PICTURE', '/files/garden.jpg')
    const { FOUNDATION_LOGO, FOUNDATION_SIGN_IN_PICTURE } = settingsOf({})
    expect([FOUNDATION_LOGO, FOUNDATION_SIGN_IN_PICTURE]).toEqual([
      '/files/logo.png',
      '/files/garden.jpg',
    ])
    vi.stubEnv('SAMPLE', 'false')
    const env = { ...process.env, ...settingsOf({}) }
    expect(env).toMatchObject({ SAMPLE: 'false', FOUNDATION_LOGO: '/files/logo.png' })
    vi.unstubAllEnvs()
  })
})

describe('the sign-in emulator', () => {
  it.each([
    ['with the sample', { IDENTITY: 'portal' }, true],
    ['for a portal without other accounts', { SAMPLE: 'false' }, true],
    ['not for one with accounts of its own', { SAMPLE: 'false', IDENTITY: 'portal' }, false],
  ])('is started %s', (_, env, isNeeded) => {
    expect(needsEmulator(env)).toBe(isNeeded)
  })

  it('leaves the environment’s sign-in service if it isn’t started', () => {
    const options = { port: 3000, dataFolder: '/data', env: { IDENTITY: 'portal' } }
    expect(portalSettings(options, undefined)).toMatchObject({ IDENTITY: 'portal' })
    expect(portalSettings(options, undefined)).not.toHaveProperty('AUTH_EMULATOR_URL')
  })
})

describe('what start prints', () => {
  const printed = (settings: NodeJS.ProcessEnv) =>
    welcome({
      url: 'http://localhost:3100',
      settings: { DATA_FOLDER: '/data', ...settings },
      hasFile: settings['SAMPLE'] === 'false',
      command: commandLine({ PORT: '3100', DATA_FOLDER: 'our data' }),
    }).join('\n')

  it('is the portal’s own address and accounts, and where everything is', () => {
    const text = printed({ ...answers, SAMPLE: 'false', DRIVE_FOLDER: '/papers' })
    for (const part of [
      'Board Portal runs at http://localhost:3100',
      "Accounts of St. Anne's Fund",
      'ada.quill@wrenhill.example         Sign in with Google              first admin',
      '…@wrenhill.example',
      '/data/settings.env',
      'drop files into /papers',
      "PORT=3100 DATA_FOLDER='our data' npx -y pnpm@12 start",
    ]) {
      expect(text).toContain(part)
    }
    expect(text).not.toMatch(/larkspur|sample/i)
  })

  it('names the provider of a portal that signs people in itself', () => {
    const own = { ...answers, SAMPLE: 'false', IDENTITY: 'portal' }
    expect(printed(own)).toContain('Admins sign in with Google or a trusted provider')
    const text = printed({ ...own, OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET: 'secret' })
    expect(text).toMatch(/ada\.quill@wrenhill\.example +Sign in with Google +first admin/)
    expect(text).not.toContain('anyone')
  })

  it('is the sample’s for the sample', () => {
    const text = printed({ SAMPLE: '1' })
    expect(text).toMatch(/Sample accounts\n {4}ruth\.abelman@larkspur\.example/)
    expect(text).not.toContain('settings.env')
  })
})
