import * as z from 'zod/mini'

/** Every kind of refusal. A new code needs a status in the server's record. */
export const problemCode = z.enum([
  'badRequest',
  'unauthenticated',
  'reauthenticate',
  'secondFactorRequired',
  'forbidden',
  'notFound',
  'notPublished',
  'methodNotAllowed',
  'conflict',
  'contention',
  'confirmationRequired',
  'stale',
  'tooLarge',
  'requestTimeout',
  'unsupportedType',
  'rangeNotSatisfiable',
  'invalid',
  'revisionRequired',
  'tooMany',
  'internal',
  'unavailable',
  'timeout',
  'storageFull',
  'damaged',
  'gone',
])
export type ProblemCode = z.infer<typeof problemCode>

/** RFC 9457 problem details, with `error` in addition: the message that screens show. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  code: z.catch(problemCode, 'internal'),
  error: z.string(),
  requestId: z.string(),
  /** The rejected fields and why, for `badRequest` and `invalid`. */
  fields: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** The stored document, for `stale`. */
  current: z.optional(z.unknown()),
  /** Who saved it: an e-mail address; absent if that isn't known. */
  currentBy: z.optional(z.string()),
})
export type Problem = z.infer<typeof problem>
