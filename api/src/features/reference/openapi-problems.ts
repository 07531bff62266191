import type { Endpoint } from '@portal/contract/endpoint'
import { problem, problemCode, type ProblemCode } from '@portal/contract/problem'
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi'
import type { Entrance } from '../../platform/http/serve.ts'
import { statusOf, titleOf } from '../../platform/http/problems.ts'

/** What determines which problems an endpoint can return. */
export type Described = { endpoint: Endpoint; entrance: Entrance }

const always = () => true
const takesBody = ({ endpoint: { body, form, upload } }: Described) =>
  (body ?? form ?? upload) !== undefined
const namesSomething = (described: Described) =>
  described.endpoint.params !== undefined || takesBody(described)
const takesInput = (described: Described) =>
  namesSomething(described) ||
  described.endpoint.query !== undefined ||
  described.endpoint.revised === true
const changes = ({ endpoint }: Described) => endpoint.method !== 'GET'
const isForMembers = ({ entrance }: Described) => entrance !== 'everyone'
/** A personal book contains notes, or what has changed since its owner read the papers. */
const showsRecords = ({ endpoint: { personal, path } }: Described) =>
  personal === 'records' || (personal === true && path.endsWith('/book'))
const isRevised = ({ endpoint }: Described) => endpoint.revised === true
const isBased = (described: Described) =>
  isRevised(described) || described.endpoint.namesRevisions === true

/** Which endpoints can return which problem; a new code doesn't compile without an entry. */
const returnedBy: Record<ProblemCode, (described: Described) => boolean> = {
  badRequest: takesInput,
  unauthenticated: isForMembers,
  secondFactorRequired: isForMembers,
  reauthenticate: ({ endpoint }) => endpoint.fresh === true,
  forbidden: isForMembers,
  notFound: namesSomething,
  notPublished: ({ endpoint }) => endpoint.params !== undefined && endpoint.method === 'GET',
  // Returned for an address as a whole, so no operation lists it.
  methodNotAllowed: () => false,
  conflict: (described) => changes(described) || showsRecords(described),
  contention: changes,
  confirmationRequired: isBased,
  stale: isBased,
  // A reply may be too large as well.
  tooLarge: (described) => takesBody(described) || described.endpoint.reply !== undefined,
  requestTimeout: takesBody,
  unsupportedType: takesBody,
  rangeNotSatisfiable: ({ endpoint }) => endpoint.bytes?.ranges === true,
  invalid: takesInput,
  revisionRequired: isRevised,
  tooMany: always,
  internal: always,
  unavailable: always,
  timeout: always,
  storageFull: changes,
  damaged: ({ endpoint }) => endpoint.bytes?.ranges === true,
  gone: ({ endpoint }) =>
    /^\/api\/((documents|uploads)\/\{id\}|notes$|notes\/(earlier|list)$)/.test(endpoint.path),
}

/** The problem responses of an endpoint, by status. */
export function problemsOf(described: Described): ZodOpenApiResponsesObject {
  const codes = problemCode.options.filter((code) => returnedBy[code](described))
  return Object.fromEntries(
    codes.map((code) => [
      String(statusOf[code]),
      { $ref: `#/components/responses/${nameOf(statusOf[code])}` } as never,
    ]),
  )
}

/** One response per status, shared by all operations. */
export const problemResponses: Record<string, ZodOpenApiResponseObject> = Object.fromEntries(
  [...new Set(Object.values(statusOf))].map((status) => {
    const codes = problemCode.options.filter((code) => statusOf[code] === status)
    const description = codes.map((code) => `\`${code}\`: ${titleOf[code]}.`).join(' ')
    return [
      nameOf(status),
      {
        description,
        headers: {
          'X-Request-Id': {
            description: 'Identifies the request in the server’s log.',
            schema: { type: 'string' },
          },
        },
        content: { 'application/problem+json': { schema: problem } },
      },
    ]
  }),
)

function nameOf(status: number): string {
  return `Problem${status}`
}
