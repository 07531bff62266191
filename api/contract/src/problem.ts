import * as z from 'zod/mini'

/** Every way in which the API says no. Closed: a new one needs a status in the server's record. */
export const problemCode = z.enum([
  'badRequest',
  'unauthenticated',
  'forbidden',
  'notFound',
  'notPublished',
  'methodNotAllowed',
  'conflict',
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
])
export type ProblemCode = z.infer<typeof problemCode>

/** RFC 9457 problem details, with `error` besides: the sentence that the screens show. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  code: z.catch(problemCode, 'internal'),
  error: z.string(),
  requestId: z.string(),
  /** Which fields were refused and why, for `badRequest` and `invalid`. */
  fields: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** The stored document, for `stale`. */
  current: z.optional(z.unknown()),
})
export type Problem = z.infer<typeof problem>
