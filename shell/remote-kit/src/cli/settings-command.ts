import {
  getRemoteSettings,
  type RemoteSettings,
  saveRemoteSettings,
} from '@portal/contract/remote-settings'
import { print } from '@portal/domain/print'
import { isRollout, settingFault, type StoredSetting } from '@portal/domain/remote-settings'
import { type Command, CommandFailure, readArgs, WrongUse } from './command.ts'
import { openPortal } from './portal-connection.ts'
import { remoteNamed } from './remote-folders.ts'

type Declared = RemoteSettings['settings'][number]

const verbs = ['list', 'set', 'unset']

export const settingsCommand: Command = {
  summary:
    'Lists the settings of a remote, sets some or gives them back their defaults. With a release token: those that the stable release marks for its team.',
  usage: '[<remote>] [list | set <name>=<value> … | unset <name> …] [--json]',
  async run(args) {
    const { positionals, values } = readArgs(args, {
      options: { json: { type: 'boolean' } },
      most: 60,
    })
    const isNamed = positionals[0] !== undefined && !verbs.includes(positionals[0])
    const remote = remoteNamed(isNamed ? positionals[0] : undefined)
    const [verb = 'list', ...words] = positionals.slice(isNamed ? 1 : 0)
    if (!verbs.includes(verb)) throw new WrongUse(`Unexpected argument “${verb}”.`)
    if ((verb === 'list') !== (words.length === 0)) {
      throw new WrongUse(verb === 'list' ? 'list takes no names.' : `Which settings to ${verb}?`)
    }
    const { call } = openPortal(remote)
    const params = { remote }
    const known = await call(getRemoteSettings, { params })
    const changed = { ...known.values, ...(verb === 'set' ? assigned(known, words) : {}) }
    if (verb === 'unset') for (const name of words) delete changed[name]
    const revision = known.revision === 0 ? ('new' as const) : known.revision
    const now =
      verb === 'list'
        ? known
        : await call(saveRemoteSettings, { params, body: { values: changed }, revision })
    print(...(values.json ? JSON.stringify(now, null, 2).split('\n') : linesOf(now)))
    return 0
  },
}

function assigned({ remote, settings }: RemoteSettings, words: string[]) {
  const values = words.map((word) => {
    const [, name, text] = /^(\w+)=([^]*)$/.exec(word) ?? []
    if (name === undefined || text === undefined) {
      throw new WrongUse(`“${word}” has no value: name=value.`)
    }
    const setting = settings.find((other) => other.name === name)
    if (!setting) throw new CommandFailure(`${remote} has no setting called ${name}.`)
    return [name, valueIn(text, setting)] as const
  })
  return Object.fromEntries(values)
}

/** The value in a word of the command. The portal refuses, with its sentence, one that doesn't fit. */
function valueIn(text: string, { schema, flag }: Declared): StoredSetting {
  switch (schema.type) {
    case 'boolean':
      if (/^(on|true)$/.test(text)) return true
      if (/^(off|false)$/.test(text)) return false
      return flag ? rolloutIn(text) : text
    case 'integer':
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
    case 'array':
      return text === '' ? [] : text.split(',').map((entry) => entry.trim())
    default:
      return text
  }
}

/** `10%`, `qa` or `10%,qa,team`. */
function rolloutIn(text: string): StoredSetting {
  const parts = text.split(',')
  const share = parts.find((part) => /^\d{1,3}%$/.test(part))
  const cohorts = (['qa', 'team'] as const).filter((cohort) => parts.includes(cohort))
  const isWhole = parts.length === cohorts.length + (share === undefined ? 0 : 1)
  return isWhole ? { share: Number.parseInt(share ?? '0', 10), cohorts } : text
}

function linesOf({ remote, settings, values }: RemoteSettings): string[] {
  if (settings.length === 0) return [`${remote} has no settings.`]
  return settings.flatMap((setting) => {
    const { name, label, team, candidateOnly } = setting
    const stored = values[name]
    // What was set for another release stays stored.
    const isFit = stored !== undefined && settingFault(setting, stored) === undefined
    const value = isFit ? stored : undefined
    const notes = [
      value === undefined ? 'the default' : `the default is ${textOf(setting.default)}`,
      team ? 'set by its team and admins' : 'set by admins',
      ...(candidateOnly ? ['only in the candidate'] : []),
    ]
    return [`${name} = ${textOf(value ?? setting.default)}`, `    ${label}; ${notes.join(', ')}`]
  })
}

function textOf(value: StoredSetting): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (isRollout(value)) return [`${value.share}%`, ...value.cohorts].join(',')
  return Array.isArray(value) ? value.join(',') : String(value)
}
