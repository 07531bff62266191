import * as z from 'zod/mini'
import { environment } from '../env.ts'
import { meaningOf } from './values.ts'

/** The reference of the environment as a page of Markdown: what the schema takes, and what each setting means. */
export function environmentReference(): string {
  const rows = Object.entries(environment.shape).map(([name, schema]) => {
    const meaning = meaningOf(schema)
    if (!meaning) throw new Error(`The setting ${name} has no meaning.`)
    return `| \`${name}\` | ${meaning.without ?? standing(schema)} | ${values(schema)} | ${meaning.meaning} |`
  })
  return `# The environment

Made from the schema in \`api/src/env\` by \`npx -y pnpm@12 exec node scripts/environment.ts\`; a test holds it to that. Every setting is read once at start, and one that can't be used ends the start with one sentence. An empty one counts as not set.

| name | without it | values | meaning |
|---|---|---|---|
${rows.join('\n')}
`
}

function standing(schema: z.core.$ZodType): string {
  const { def } = schema._zod
  if (!('defaultValue' in def)) return 'none'
  const value = def.defaultValue
  const text = Array.isArray(value) ? value.join(',') : String(value)
  return text === '' ? 'none' : `\`${text}\``
}

type Known = { enum?: string[]; minimum?: number; maximum?: number; maxLength?: number }

/** What is said of text beyond its being text stands in its meaning. */
function values(schema: z.core.$ZodType): string {
  const known = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Known
  if (known.enum) return known.enum.map((value) => `\`${value}\``).join(', ')
  if (known.minimum !== undefined) return `${known.minimum} to ${known.maximum}`
  return isList(schema) ? 'a list with commas' : 'text'
}

function isList(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod
  return 'defaultValue' in def && Array.isArray(def.defaultValue)
}
