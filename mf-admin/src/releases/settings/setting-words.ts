import type { RemoteSettings } from '@portal/contract/remote-settings'
import {
  isRollout,
  type Rollout,
  settingFault,
  type SettingDeclaration,
  type StoredSetting,
} from '@portal/domain/remote-settings'

export type DeclaredSetting = RemoteSettings['settings'][number]

/** What a field of the form has: numbers and lists as they are typed. */
export type FieldValue = string | boolean | Rollout

/** The value that applies: what was set, or the default, also if what was set fits another release only. */
export function valueOf({ values }: RemoteSettings, setting: SettingDeclaration): StoredSetting {
  const stored = values[setting.name]
  return stored === undefined || settingFault(setting, stored) !== undefined
    ? setting.default
    : stored
}

/** Where the value of a setting comes from, and who can set it. */
export function settingNote({ values }: RemoteSettings, setting: DeclaredSetting): string {
  const { name, team, candidateOnly, default: usual } = setting
  const stored = values[name]
  const isKept = stored !== undefined && settingFault(setting, stored) !== undefined
  return [
    stored === undefined || isKept ? 'The default' : `Default: ${settingInWords(usual)}`,
    ...(isKept ? [`${settingInWords(stored)} was set, which this release doesn’t take`] : []),
    ...(team ? ['Its team can set it too'] : []),
    ...(candidateOnly ? ['Only in the candidate'] : []),
  ].join('. ')
}

export function fieldValue({ flag }: SettingDeclaration, value: StoredSetting): FieldValue {
  if (flag && typeof value === 'boolean') return { share: value ? 100 : 0, cohorts: [] }
  if (Array.isArray(value)) return value.join('\n')
  return typeof value === 'number' ? String(value) : value
}

/** What was typed, as it is stored. A text that isn't a number stays one, and is refused as such. */
export function storedValue(
  { schema, flag }: SettingDeclaration,
  typed: FieldValue,
): StoredSetting {
  if (flag && typeof typed === 'object') {
    const isAll = typed.share === 100
    const isNone = typed.share === 0 && typed.cohorts.length === 0
    return isAll || isNone ? isAll : typed
  }
  if (typeof typed !== 'string') return typed
  if (schema.type === 'array') {
    const lines = typed.split('\n').map((line) => line.trim())
    return lines.filter((line) => line !== '')
  }
  const isNumber = schema.type === 'number' || schema.type === 'integer'
  return isNumber && typed.trim() !== '' && !Number.isNaN(Number(typed)) ? Number(typed) : typed
}

/** Whether two values of a setting mean the same. */
export function isSameValue(setting: SettingDeclaration, a: StoredSetting, b: StoredSetting) {
  const [one, other] = [a, b].map((value) => {
    const plain = storedValue(setting, fieldValue(setting, value))
    return JSON.stringify(isRollout(plain) ? [plain.share, ...plain.cohorts.toSorted()] : plain)
  })
  return one === other
}

export function settingInWords(value: StoredSetting): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 20 })
  if (typeof value === 'string') return value === '' ? 'Nothing' : value
  if (!isRollout(value)) return value.length === 0 ? 'Nothing' : value.join(', ')
  const parts = [
    ...(value.share > 0 ? [`${value.share} % of all people`] : []),
    ...(value.cohorts.includes('qa') ? ['the QA cohort'] : []),
    ...(value.cohorts.includes('team') ? ['the remote’s own team'] : []),
  ]
  return `On for ${new Intl.ListFormat('en').format(parts)}`
}
