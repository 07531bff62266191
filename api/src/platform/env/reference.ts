import * as z from 'zod/mini'
import { environment } from './env.ts'
import { meaningOf } from './values.ts'

/** Generates the Markdown reference of all settings from the schema. */
export function environmentReference(): string {
  const rows = Object.entries(environment.shape).map(([name, schema]) => {
    const meaning = meaningOf(schema)
    if (!meaning) throw new Error(`The setting ${name} has no description.`)
    return `| \`${name}\` | ${meaning.defaultText ?? defaultOf(schema)} | ${values(schema)} | ${meaning.meaning} |`
  })
  return `# The environment

Generated from the schema in \`api/src/platform/env\` by \`npx -y pnpm@12 exec node scripts/environment.ts\`; a test checks that it is up to date. Settings are read once at start; an invalid one stops the start with an explanation, and so does a variable that is almost named like a setting. An empty value counts as not set.

| Name | Default | Values | Meaning |
|---|---|---|---|
${rows.join('\n')}
`
}

function defaultOf(schema: z.core.$ZodType): string {
  const { def } = schema._zod
  if (!('defaultValue' in def)) return 'none'
  const value = def.defaultValue
  const text = Array.isArray(value) ? value.join(',') : String(value)
  return text === '' ? 'none' : `\`${text}\``
}

type Known = { enum?: string[]; minimum?: number; maximum?: number; maxLength?: number }

/** Further constraints on text are part of the meaning. */
function values(schema: z.core.$ZodType): string {
  const known = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Known
  if (known.enum) return known.enum.map((value) => `\`${value}\``).join(', ')
  if (known.minimum !== undefined) return `${known.minimum} to ${known.maximum}`
  return isList(schema) ? 'comma-separated list' : 'text'
}

function isList(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod
  return 'defaultValue' in def && Array.isArray(def.defaultValue)
}
