import { lengthMessage } from '@portal/contract/texts'
import { fieldName } from '@portal/domain/audit-differences'
import { hiddenCharacters } from '@portal/domain/shown-text'
import * as z from 'zod/mini'
import { Refusal } from '../../refusal.ts'
import '../zod-language.ts'

/**
 * Parses a part of a request (`query`, `body`) with its schema; refuses invalid input, and says
 * what is wrong and where. A number in an address has one spelling, so that each address has no aliases.
 */
export function valid(schema: z.core.$ZodType, value: unknown, part: string): unknown {
  const parsed = z.safeParse(schema, value)
  const issues = parsed.success ? otherSpellings(value, parsed.data) : parsed.error.issues
  if (parsed.success && issues.length === 0) return parsed.data
  const fields = issues.map((issue) => ({
    path: [part, ...issue.path].join('.'),
    message: tooLong(issue) ?? issue.message,
  }))
  if (part === 'params') {
    throw new Refusal('notFound', 'There is nothing at this address.', { fields })
  }
  const { path, message } = fields[0]!
  const isTyped = tooLong(issues[0]!) !== undefined || message === hiddenCharacters
  const name = isTyped ? namedField(issues[0]!) : path
  throw new Refusal('badRequest', `${name}: ${message}`, { fields })
}

/** Numbers that were sent as text and aren't written as we write them: `02027`, `2e3`, ` 1`. */
function otherSpellings(sent: unknown, parsed: unknown): z.core.$ZodIssue[] {
  const texts = sent as Record<string, unknown>
  return Object.entries(parsed ?? {}).flatMap(([name, value]): z.core.$ZodIssue[] => {
    const text = texts[name]
    if (typeof value !== 'number' || typeof text !== 'string' || text === String(value)) return []
    return [{ code: 'custom', path: [name], message: `Write it as ${value}`, input: text }]
  })
}

/** People type long texts, so they read the limit in words; other invalid input is the fault of a program. */
function tooLong(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code !== 'too_big' || issue.origin !== 'string') return undefined
  return lengthMessage(Number(issue.maximum))
}

function namedField({ path }: z.core.$ZodIssue): string {
  return fieldName(path.findLast((part) => typeof part === 'string') ?? 'text')
}
