import type { ReleaseManifest } from '@portal/contract/releases'
import { declarationFault, type SettingSchema } from '@portal/domain/remote-settings'
import { settingLimits } from '@portal/domain/setting-limits'
import * as z from 'zod/mini'
import { type Setting, type Settings, webAddress } from '../settings.ts'

type Declared = NonNullable<ReleaseManifest['settings']>

/** A remote's settings as its record declares them. Throws a sentence about the first one that no form can show. */
export function declaredSettings({ declared }: Pick<Settings<unknown>, 'declared'>): Declared {
  const settings = Object.entries(declared).map(([name, setting]): Declared[number] => {
    const { label, description, team, flag } = setting
    return {
      name,
      label,
      ...(description === undefined ? {} : { description }),
      schema: schemaOf(name, setting),
      default: setting.default as Declared[number]['default'],
      ...(team ? { team: true as const } : {}),
      ...(flag ? { flag } : {}),
    }
  })
  const fault = declarationFault(settings)
  if (fault !== undefined) throw new Error(`src/remote.ts: ${fault}`)
  return settings
}

const keywords = new Set([
  'type',
  'minLength',
  'maxLength',
  'enum',
  'format',
  'minimum',
  'maximum',
  'items',
  'maxItems',
])

function schemaOf(name: string, { schema }: Setting<unknown>): Declared[number]['schema'] {
  const refuse = (what: string): never => {
    throw new Error(`src/remote.ts: The setting ${name} can’t ${what}.`)
  }
  const allowed = (described: object): Record<string, unknown> => {
    const { $schema: _, ...kept } = described as Record<string, unknown>
    const odd = Object.keys(kept).find((keyword) => !keywords.has(keyword))
    return odd === undefined ? kept : refuse(`use “${odd}”`)
  }
  let hasOwnCheck = false
  const described = () => {
    try {
      return z.toJSONSchema(schema, {
        override({ zodSchema, jsonSchema }) {
          const { checks = [] } = zodSchema._zod.def
          hasOwnCheck ||= checks.some(({ _zod }) => _zod.def.check === 'custom')
          if (zodSchema === webAddress) delete jsonSchema.pattern
          if (zodSchema === webAddress) jsonSchema.format = 'uri'
          if (jsonSchema.format === 'uri') jsonSchema.maxLength ??= settingLimits.text
        },
      })
    } catch (cause) {
      return refuse(`be described: ${cause instanceof Error ? cause.message : String(cause)}`)
    }
  }
  const whole = allowed(described())
  if (hasOwnCheck) refuse('use a check of its own')
  const items = whole['items'] as object | undefined
  return {
    ...whole,
    ...(items && { items: allowed(items) }),
  } as SettingSchema as Declared[number]['schema']
}
