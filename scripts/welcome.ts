import { parseSettings } from '../api/src/platform/env/env.ts'
import { settingsLine } from '../api/src/platform/env/settings-file.ts'
import { sampleAccounts } from '../api/sample/accounts.ts'
import { settingsFileOf } from './own-portal.ts'

type Started = {
  url: string
  /** The API's settings. */
  settings: NodeJS.ProcessEnv
  /** Whether the data folder has a file of settings. */
  hasFile: boolean
  /** Starts this portal again. */
  command: string
}

/** What `start` prints once the portal runs. */
export function welcome({ url, settings, hasFile, command }: Started): string[] {
  const { dataFolder, drive, sample, foundation, identity, defaultAdminEmail } =
    parseSettings(settings)
  const isEmulator = identity.kind === 'emulator'
  const trusted = identity.provider?.isTrusted ? identity.provider.name : undefined
  const provider = isEmulator ? 'Google' : trusted
  const own = provider
    ? [
        accountLine({ email: defaultAdminEmail, note: 'first admin', provider }),
        accountLine({ email: `…@${foundation.domain}`, note: 'member', provider }),
      ]
    : ['  Admins sign in with Google or a trusted provider; docs/sign-in.md explains its settings.']
  return [
    '',
    `Board Portal runs at ${url}`,
    '',
    sample ? 'Sample accounts' : `Accounts of ${foundation.name}, kept on this machine`,
    ...(sample ? sampleAccounts.slice(0, 3).map((account) => accountLine(account)) : own),
    ...(sample || !isEmulator
      ? []
      : ['  This isn’t Google: whoever uses this machine can sign in as anyone.']),
    '',
    `Data is in ${dataFolder}`,
    ...(hasFile ? [`Settings     ${settingsFileOf(dataFolder)}`] : []),
    ...(drive.kind === 'folder' ? [`Papers       drop files into ${drive.folder}`] : []),
    'Stop         Ctrl-C',
    `Start again  ${command}`,
    '',
  ].map((line) => (line === '' ? '' : `  ${line}`))
}

type Account = { email: string; password?: string | undefined; note: string; provider?: string }

function accountLine({ email, password, note, provider = 'Google' }: Account): string {
  const way = password ? `password ${password}` : `Sign in with ${provider}`
  return `  ${email.padEnd(34)} ${way.padEnd(32)} ${note}`
}

/** The command that starts the portal of this environment again. */
export function commandLine(env: NodeJS.ProcessEnv): string {
  const set = ['PORT', 'DATA_FOLDER'].flatMap((name) => {
    const value = env[name]
    return value ? [settingsLine(name, value).trim()] : []
  })
  return [...set, 'npx -y pnpm@12 start'].join(' ')
}
