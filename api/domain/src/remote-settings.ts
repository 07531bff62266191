import { settingLimits, settingNamePattern } from './setting-limits.ts'

/**
 * What a setting of a remote may be: the part of JSON Schema that a form can show and that bounds every value. A text
 * has a maximum length or choices, a number a minimum and a maximum, a list a maximum of entries.
 */
export type SettingSchema = TextSchema & {
  minimum?: number | undefined
  maximum?: number | undefined
  /** Of a list: its entries. */
  items?: TextSchema | undefined
  maxItems?: number | undefined
}

type TextSchema = {
  /** `boolean`, `string`, `integer`, `number` or `array`. */
  type: string
  minLength?: number | undefined
  maxLength?: number | undefined
  enum?: readonly string[] | undefined
  /** `uri`: an address that begins with http:// or https://. */
  format?: string | undefined
}

export type SettingValue = boolean | number | string | string[]

/** A flag that is on for a share of all people, in whole percent, and for cohorts. */
export type Rollout = { share: number; cohorts: ('qa' | 'team')[] }

export type StoredSetting = SettingValue | Rollout

export type SettingDeclaration = {
  /** `showPhotos` */
  name: string
  label: string
  description?: string | undefined
  schema: SettingSchema
  default: SettingValue
  /** The remote's team may set it with its release token. */
  team?: true | undefined
  /** A switch that is off by default, and may be on for a part of the people. */
  flag?: true | undefined
}

export function isRollout(value: StoredSetting): value is Rollout {
  return typeof value === 'object' && !Array.isArray(value)
}

/** Why a setting can't have a value, for the person who sets it; undefined if it can. */
export function settingFault(
  { schema, flag }: Pick<SettingDeclaration, 'schema' | 'flag'>,
  value: StoredSetting,
): string | undefined {
  if (isRollout(value)) return flag ? rolloutFault(value) : 'Only a flag can have a share'
  switch (schema.type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'On or off'
    case 'integer':
    case 'number':
      return numberFault(schema, value)
    case 'string':
      return textFault(schema, value)
    case 'array':
      return listFault(schema, value)
    default:
      return 'This portal doesn’t know this kind of setting'
  }
}

/**
 * What is wrong with the settings that a remote declares, as a sentence; undefined if nothing is. The build and the
 * publication of a release refuse them.
 */
export function declarationFault(settings: readonly SettingDeclaration[]): string | undefined {
  const { bytes, settings: most } = settingLimits
  if (settings.length > most) return `A remote can have at most ${most} settings.`
  const names = settings.map(({ name }) => name)
  const twice = names.find((name, place) => names.indexOf(name) !== place)
  if (twice !== undefined) return `There are two settings called ${twice}.`
  for (const setting of settings) {
    const worded = wordsFault(setting)
    if (worded !== undefined) return worded
    const fault = schemaFault(setting)
    if (fault !== undefined) return `The setting ${setting.name} ${fault}.`
    const odd = settingFault(setting, setting.default)
    if (odd !== undefined) return `The default of the setting ${setting.name} is refused: ${odd}.`
  }
  return bytesOf(settings) > bytes
    ? `The settings of a remote take at most ${bytes / 1024} KB, with their words.`
    : undefined
}

/** The size of settings or values as they are stored. */
export function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).byteLength
}

function rolloutFault({ share }: Rollout): string | undefined {
  const isGood = Number.isInteger(share) && share >= 0 && share <= 100
  return isGood ? undefined : 'A whole number from 0 to 100'
}

function numberFault(schema: SettingSchema, value: StoredSetting): string | undefined {
  const { number: most } = settingLimits
  const { type, minimum = -most, maximum = most } = schema
  const isNumber = typeof value === 'number' && (type === 'number' || Number.isInteger(value))
  if (isNumber && value >= minimum && value <= maximum) return undefined
  const kind = type === 'integer' ? 'A whole number' : 'A number'
  return `${kind} from ${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}`
}

function textFault(schema: TextSchema, value: StoredSetting): string | undefined {
  if (typeof value !== 'string') return 'A text'
  const { enum: choices, minLength = 0, maxLength = settingLimits.text, format } = schema
  if (choices) return choices.includes(value) ? undefined : `One of these: ${choices.join(', ')}`
  if (value.length < minLength) {
    return minLength === 1 ? 'Something is needed here' : `At least ${minLength} characters`
  }
  if (value.length > maxLength) return `At most ${maxLength.toLocaleString('en')} characters`
  const isAddress = /^https?:\/\//i.test(value) && URL.canParse(value)
  return format === 'uri' && !isAddress
    ? 'An address that begins with https:// or http://'
    : undefined
}

function listFault(schema: SettingSchema, value: StoredSetting): string | undefined {
  const { items = { type: 'string' }, maxItems = settingLimits.entries } = schema
  if (!Array.isArray(value)) return 'A list'
  if (value.length > maxItems) return `At most ${maxItems} entries`
  for (const entry of value) {
    const fault = textFault(items, entry)
    if (fault !== undefined) return `“${entry}”: ${fault}`
  }
  return undefined
}

function wordsFault({ name, label, description = '' }: SettingDeclaration): string | undefined {
  const { label: longest, description: most } = settingLimits
  if (!settingNamePattern.test(name)) {
    return `“${name}” can’t be a setting’s name: a lower-case letter, then up to 39 letters and digits.`
  }
  return label.length === 0 || label.length > longest || description.length > most
    ? `The setting ${name} needs a label of at most ${longest} characters, and a description of at most ${most}.`
    : undefined
}

/** Completes “The setting x …”. */
function schemaFault({ schema, flag, ...setting }: SettingDeclaration): string | undefined {
  const { minimum, maximum, items, maxItems } = schema
  if (flag && (schema.type !== 'boolean' || setting.default !== false)) {
    return 'is a flag, so it must be a switch that is off by default'
  }
  switch (schema.type) {
    case 'boolean':
      return undefined
    case 'integer':
    case 'number': {
      const { number: most } = settingLimits
      const isBounded = minimum !== undefined && maximum !== undefined && minimum <= maximum
      return isBounded && minimum >= -most && maximum <= most
        ? undefined
        : `needs a minimum and a maximum, at most ${most.toLocaleString('en')}`
    }
    case 'string':
      return textSchemaFault(schema)
    case 'array': {
      const { entries } = settingLimits
      if (items?.type !== 'string') return 'is a list of something else than texts'
      if (maxItems === undefined || maxItems > entries) {
        return `needs a maximum of entries, at most ${entries}`
      }
      return textSchemaFault(items)
    }
    default:
      return 'must be a switch, a text, an address, a number, a choice or a list of texts'
  }
}

function textSchemaFault({ enum: choices, maxLength, format }: TextSchema): string | undefined {
  const { entries, text } = settingLimits
  if (format !== undefined && format !== 'uri') return `has the unknown format ${format}`
  if (choices) {
    const isGood = choices.length > 0 && choices.length <= entries
    return isGood ? undefined : `needs 1 to ${entries} choices`
  }
  return maxLength === undefined || maxLength > text
    ? `needs a maximum length, at most ${text.toLocaleString('en')}`
    : undefined
}
