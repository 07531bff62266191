import { describe, expect, it } from 'vitest'
import { parseSettings } from './env.ts'
import { mustRespond, pathFaults } from './named-paths.ts'
import { productionEnv } from './production-fixture.ts'

const named = (env: Record<string, string>) =>
  parseSettings(env).namedPaths.map(({ setting, path }) => `${setting} ${path}`)

const google = {
  ...productionEnv,
  STORE: 'firestore',
  BLOBS: 'gcs',
  GCS_BUCKET: 'larkspur-papers',
  DATA_FOLDER: '/tmp/portal',
}

/** The faults if every path is missing. */
const missing = async (env: Record<string, string>) =>
  (
    await pathFaults(parseSettings(env).namedPaths, async (paths) => paths.map(() => 'missing'))
  ).map(({ setting }) => setting)

describe('the paths that settings name', () => {
  it('are those that are set and used', () => {
    expect(named({})).toEqual([])
    expect(named({ DATA_FOLDER: '/data', SHELL_FOLDER: '', ICS_FILE: '/board.ics' })).toEqual([
      'DATA_FOLDER /data',
      'ICS_FILE /board.ics',
    ])
    const unused = {
      ...google,
      DRIVE: 'google',
      GOOGLE_DRIVE_ROOT: '1a2B3c4D5e6F7g8H',
      DRIVE_FOLDER: '/drive',
      ICS_FILE: '/board.ics',
      ICS_URL: 'https://calendar.larkspur.example/board.ics',
    }
    expect(named(unused)).toEqual(['DATA_FOLDER /tmp/portal'])
  })

  it('must exist if they are folders, and are never made', async () => {
    const env = {
      DATA_FOLDER: '/data',
      DRIVE_FOLDER: '/drive',
      BACKUP_FOLDER: '/backups',
      RELEASES_FOLDER: '/a/dist,/b/dist',
    }
    expect(await missing(env)).toEqual([
      'DATA_FOLDER',
      'BACKUP_FOLDER',
      'DRIVE_FOLDER',
      'RELEASES_FOLDER',
      'RELEASES_FOLDER',
    ])
  })

  it('may be missing if the data folder is the sample’s, or for temporary files alone', async () => {
    expect(await missing({ DATA_FOLDER: '/data', SAMPLE: '1' })).toEqual([])
    expect(await missing(google)).toEqual([])
    expect(await missing({ ...google, BLOBS: 'folder' })).toEqual(['DATA_FOLDER'])
  })

  it('are refused if they don’t respond, or are something else', async () => {
    const { namedPaths } = parseSettings({ DATA_FOLDER: '/data', FOUNDATION_LOGO: '/logo.png' })
    expect(await pathFaults(namedPaths, async () => ['silent', 'other'])).toEqual([
      {
        setting: 'DATA_FOLDER',
        isSilent: true,
        message:
          '/data, which DATA_FOLDER names, didn’t respond within 5 s. Check the disk or the network that it is on.',
      },
      {
        setting: 'FOUNDATION_LOGO',
        isSilent: false,
        message: '/logo.png, which FOUNDATION_LOGO names, isn’t a file. Correct the setting.',
      },
    ])
    const read = (state: 'silent' | 'other') =>
      mustRespond('--env', '/mnt/production.env', async () => [state])
    await expect(read('silent')).rejects.toThrow('/mnt/production.env, which --env names, didn’t')
    await expect(read('other')).resolves.toBeUndefined()
    // It may be a file that the portal may not look at; anyone who opens it explains that.
    expect(await pathFaults(namedPaths, async () => ['folder', 'unknown'])).toEqual([])
  })
})
