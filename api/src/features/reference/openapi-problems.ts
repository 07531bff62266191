import type { Endpoint } from '@portal/contract/endpoint'
import { problem, problemCode, type ProblemCode } from '@portal/contract/problem'
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi'
import { statusOf, titleOf } from '../../platform/http/problems.ts'

const always = () => true
const takesBody = ({ body, form, upload }: Endpoint) => (body ?? form ?? upload) !== undefined
const namesSomething = (endpoint: Endpoint) => endpoint.params !== undefined || takesBody(endpoint)
const takesInput = (endpoint: Endpoint) =>
  namesSomething(endpoint) || endpoint.query !== undefined || endpoint.revised === true
const changes = ({ method }: Endpoint) => method !== 'GET'
const isForMembers = ({ callers }: Endpoint) => callers !== 'everyone'
/** Where another service signs people in, there is nothing at these addresses. */
const isOwnSignIn = ({ path }: Endpoint) => path.startsWith('/api/identity/')
/** Its query names one person. */
const looksUp = ({ path }: Endpoint) => path === '/api/admin/people'
/** A personal book contains notes, or what has changed since its owner read the papers. */
const showsRecords = ({ personal, path }: Endpoint) =>
  personal === 'records' || (personal === true && path.endsWith('/book'))
const isRevised = ({ revised }: Endpoint) => revised === true
const isBased = (endpoint: Endpoint) => isRevised(endpoint) || endpoint.namesRevisions === true

/** Which endpoints can return which problem; a new code doesn't compile without an entry. */
const returnedBy: Record<ProblemCode, (endpoint: Endpoint) => boolean> = {
  badRequest: takesInput,
  unauthenticated: isForMembers,
  secondFactorRequired: isForMembers,
  // An undo needs what the undone change did.
  reauthenticate: ({ fresh, path }) => fresh === true || path === '/api/undo',
  forbidden: isForMembers,
  notFound: (endpoint) => namesSomething(endpoint) || looksUp(endpoint) || isOwnSignIn(endpoint),
  notPublished: ({ params, method }) => params !== undefined && method === 'GET',
  // Returned for an address as a whole, so no operation lists it.
  methodNotAllowed: () => false,
  conflict: (endpoint) => changes(endpoint) || showsRecords(endpoint),
  contention: changes,
  confirmationRequired: isBased,
  stale: isBased,
  // A reply may be too large as well.
  tooLarge: (endpoint) => takesBody(endpoint) || endpoint.reply !== undefined,
  requestTimeout: takesBody,
  unsupportedType: takesBody,
  rangeNotSatisfiable: ({ bytes }) => bytes?.ranges === true,
  invalid: takesInput,
  revisionRequired: isRevised,
  tooMany: always,
  internal: always,
  unavailable: always,
  timeout: always,
  storageFull: changes,
  damaged: ({ bytes }) => bytes?.ranges === true,
  gone: ({ path }) =>
    /^\/api\/((documents|uploads)\/\{id\}|notes$|notes\/(earlier|list)$|.*\/questions)/.test(path),
}

/** The problem responses of an endpoint, by status. */
export function problemsOf(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const codes = problemCode.options.filter((code) => returnedBy[code](endpoint))
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
