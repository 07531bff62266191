import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { foundationEnvironment } from '../api/src/platform/env/foundation.ts'
import { parseSettings, SettingsError } from '../api/src/platform/env/env.ts'
import { pathFaults } from '../api/src/platform/env/named-paths.ts'
import { readSettingsFile, settingsLine } from '../api/src/platform/env/settings-file.ts'
import { readState } from '../api/sample/sample-state.ts'

/** The settings of the portal whose data is in this folder; `start` and `dev` read them. */
export const settingsFileOf = (dataFolder: string) => path.join(dataFolder, 'settings.env')

/** The settings in that file. */
export const ownSettings = (dataFolder: string) => readSettingsFile(settingsFileOf(dataFolder))

/** `DATA_FOLDER`, which must exist: a disk that isn't mounted would get the sample. */
export async function usableDataFolder({ mayBeMissing = false } = {}): Promise<string> {
  const named = process.env['DATA_FOLDER']
  const folder = path.resolve(named || '.data')
  const [fault] = await pathFaults(
    named ? [{ setting: 'DATA_FOLDER', path: folder, kind: 'folder', mayBeMissing }] : [],
  )
  if (fault) throw new SettingsError(fault.message)
  return folder
}

/** What a portal of one's own needs to know. */
const questions: { name: string; question: string; suggestion?: () => string }[] = [
  { name: 'FOUNDATION_NAME', question: 'Name of the foundation' },
  {
    name: 'FOUNDATION_DOMAIN',
    question: 'Domain of its e-mail addresses, such as example.org',
  },
  {
    name: 'FOUNDATION_TIME_ZONE',
    question: 'Its time zone',
    suggestion: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
  },
  { name: 'DEFAULT_ADMIN_EMAIL', question: 'E-mail address of the first admin, at that domain' },
]

type OwnPortal = {
  dataFolder: string
  /** Settings that are known already aren't asked for. */
  env: NodeJS.ProcessEnv
  /** A file with settings for this portal. */
  file?: string | undefined
  /** Asks a person; undefined where nobody can be asked. */
  ask: ((question: string, suggestion: string | undefined) => Promise<string>) | undefined
  /** Shows why an answer can't be used. */
  explain: (sentence: string) => void
}

/**
 * Writes the settings of an empty portal to its data folder. Settings that are there already stay: they are changed in
 * their file.
 */
export async function setUpOwnPortal(options: OwnPortal): Promise<void> {
  const { dataFolder } = options
  if (existsSync(settingsFileOf(dataFolder))) return
  await refuseSample(dataFolder)
  const settings = await settle(knownSettings(options), options)
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  writeFileSync(settingsFileOf(dataFolder), settingsText(settings), { mode: 0o600, flag: 'wx' })
}

async function refuseSample(dataFolder: string): Promise<void> {
  const { isSample, made } = await readState(dataFolder)
  if (!isSample && made.length === 0) return
  throw new SettingsError(
    `The sample foundation is in ${dataFolder}. Choose another folder for a portal of your own: DATA_FOLDER=${dataFolder}-own npx -y pnpm@12 start --own`,
  )
}

/** The settings of the file, and those of the foundation in the environment, which take precedence. */
function knownSettings({ env, file }: OwnPortal): Record<string, string> {
  const { DATA_FOLDER: _, ...settings } = file === undefined ? {} : readSettingsFile(file)
  for (const name of Object.keys(foundationEnvironment)) {
    const value = env[name]
    if (value) settings[name] = value
  }
  return settings
}

/** Asks for what isn't known, until everything fits together. */
async function settle(
  known: Record<string, string>,
  { ask, explain }: OwnPortal,
): Promise<Record<string, string>> {
  const missing = questions.filter(({ name }) => !known[name])
  if (!ask && missing.length > 0) {
    const names = missing.map(({ name }) => name)
    throw new SettingsError(
      `A portal of your own needs ${names.join(', ')}. Set ${names.length > 1 ? 'them' : 'it'} in the environment or in a file, and name the file: npx -y pnpm@12 start --own foundation.env`,
    )
  }
  // What is given has to be right before anything is asked.
  check(known)
  const settings = { ...known }
  for (const { name, question, suggestion } of missing) {
    for (;;) {
      const answer = (await ask!(question, suggestion?.())).trim() || suggestion?.() || ''
      const fault = answer === '' ? 'Please answer.' : faultOf({ ...settings, [name]: answer })
      if (fault === undefined) {
        settings[name] = answer
        break
      }
      explain(fault)
    }
  }
  settings['LIAISON_EMAIL'] ??= settings['DEFAULT_ADMIN_EMAIL']!
  return settings
}

function faultOf(settings: Record<string, string>): string | undefined {
  try {
    check(settings)
    return undefined
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return error.message
  }
}

function check(settings: Record<string, string>): void {
  parseSettings(settings)
  for (const [name, value] of Object.entries(settings)) settingsLine(name, value)
}

function settingsText(settings: Record<string, string>): string {
  const { LIAISON_EMAIL, SAMPLE: _, ...others } = settings
  const lines = Object.entries(others).map(([name, value]) => settingsLine(name, value))
  return `# The settings of this portal: \`npx -y pnpm@12 start\` reads them from here.
# docs/environment.md lists all of them, and docs/operating.md explains this file's syntax.
SAMPLE=false
${lines.join('')}# Contact for people without an account
${settingsLine('LIAISON_EMAIL', LIAISON_EMAIL!)}`
}
