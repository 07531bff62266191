import { lengthMessage } from '@portal/contract/agendas'
import { fieldName } from '@portal/contract/audit-differences'
import * as z from 'zod/mini'
import { Refusal } from '../refusal.ts'
import '../zod-language.ts'

/**
 * Parses a part of a request (`query`, `body`) with its schema; refuses invalid input, and says
 * what is wrong and where.
 */
export function valid(schema: z.core.$ZodType, value: unknown, part: string): unknown {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const fields = issues.map((issue) => ({
    path: [part, ...issue.path].join('.'),
    message: tooLong(issue) ?? issue.message,
  }))
  if (part === 'params') {
    throw new Refusal('notFound', 'There is nothing at this address.', { fields })
  }
  const { path, message } = fields[0]!
  const name = tooLong(issues[0]!) ? namedField(issues[0]!) : path
  throw new Refusal('badRequest', `${name}: ${message}`, { fields })
}

/** People type long texts, so they read the limit in words; other invalid input is the fault of a program. */
function tooLong(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code !== 'too_big' || issue.origin !== 'string') return undefined
  return lengthMessage(Number(issue.maximum))
}

function namedField({ path }: z.core.$ZodIssue): string {
  return fieldName(path.findLast((part) => typeof part === 'string') ?? 'text')
}
