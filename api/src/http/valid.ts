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
  const fields = parsed.error.issues.map((issue) => ({
    path: [part, ...issue.path].join('.'),
    message: issue.message,
  }))
  const first = fields[0]!
  throw new Refusal(
    part === 'params' ? 'notFound' : 'badRequest',
    part === 'params' ? 'There is nothing at this address.' : `${first.path}: ${first.message}`,
    { fields },
  )
}
