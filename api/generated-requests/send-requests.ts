import type { Endpoint } from '@portal/contract/endpoint'
import * as fc from 'fast-check'
import { openApiOf } from '../src/features/reference/openapi.ts'
import { gateRunnerHeader } from '@portal/contract/gate-trials'
import { testAdminKey, testGateRunnerKey } from '../src/testing/test-api.ts'
import type { GeneratedRequest } from './generated-request.ts'
import { type DocumentedEndpoint, checkResponse } from './check-response.ts'
import { nameOf, requestArbitrary, validRequest } from './request-arbitrary.ts'
import { seededApi, type SeededApi } from './seeded-api.ts'

export type Sent = {
  count: number
  /** Number of responses per status. */
  byStatus: Record<number, number>
  /** Endpoints that succeeded for at least one valid request: `GET /api/directory`. */
  succeeded: Set<string>
  /** Number of endpoints that can succeed here: another service signs people in. */
  endpoints: number
  /** fast-check's report of the first wrong response, with the seed that reproduces it. */
  failure: string | undefined
}

/** Every list is read after this many requests, to check that all stored data can be read. */
const readEvery = 500

/**
 * Sends `count` generated requests to the app, one after another, and stops at the first wrong response. Then sends more
 * valid requests to the endpoints that haven't succeeded, at most `moreTries` to each.
 */
export async function sendRequests({
  count,
  seed,
  moreTries = 120,
}: {
  count: number
  seed: number
  moreTries?: number
}): Promise<Sent> {
  const seeded = await seededApi()
  const { api, likely, errors } = seeded
  const documented = documentedResponses(api.mounted)
  const send = sender(seeded)
  const sent: Sent = {
    count: 0,
    byStatus: {},
    succeeded: new Set(),
    endpoints: api.mounted.filter(({ path }) => !path.startsWith('/api/identity/')).length,
    failure: undefined,
  }
  const reads = listRequests(api.mounted)

  const check = async (request: GeneratedRequest) => {
    const answer = await send(request)
    const { status } = answer
    sent.count += 1
    sent.byStatus[status] = (sent.byStatus[status] ?? 0) + 1
    if (request.kind === 'valid' && status < 300) sent.succeeded.add(request.endpoint)
    const wrong = checkResponse(request, answer, documented.get(request.endpoint)!)
    if (wrong) throw new Error(`${wrong}: ${answer.text.slice(0, 500)} ${errors.at(-1) ?? ''}`)
  }
  const property = fc.asyncProperty(requestArbitrary(api.mounted, likely), async (request) => {
    await check(request)
    if (sent.count % readEvery === 0) for (const read of reads) await check(read)
  })
  const outcome = await fc.check(property, { numRuns: count, seed, maxSkipsPerRun: 0 })
  if (outcome.failed) {
    sent.failure = `${String(outcome.errorInstance)}\n${fc.defaultReportMessage(outcome)}`
  } else {
    for (const read of reads) await check(read)
    for (const endpoint of api.mounted.filter(
      (candidate) => !sent.succeeded.has(nameOf(candidate)),
    )) {
      const requests = fc.sample(validRequest(endpoint, likely), { numRuns: moreTries, seed })
      while (requests.length > 0 && !sent.succeeded.has(nameOf(endpoint))) {
        await check(requests.pop()!)
      }
    }
  }
  seeded.close()
  return sent
}

/** GET requests without parameters, as a member and as an admin. */
function listRequests(mounted: readonly Endpoint[]): GeneratedRequest[] {
  return mounted
    .filter(({ method, params, reply }) => method === 'GET' && !params && reply)
    .flatMap((endpoint) =>
      (['member', 'admin'] as const).map((who) => ({
        endpoint: nameOf(endpoint),
        kind: 'damaged' as const,
        who,
        method: 'GET',
        path: endpoint.path,
        headers: {},
      })),
    )
}

function documentedResponses(endpoints: readonly Endpoint[]) {
  const { paths = {} } = openApiOf(endpoints)
  return new Map<string, DocumentedEndpoint>(
    endpoints.map((endpoint) => {
      const method = endpoint.method.toLowerCase() as 'get'
      const responses = paths[endpoint.path]?.[method]?.responses ?? {}
      const statuses = new Set(Object.keys(responses).map(Number))
      return [nameOf(endpoint), { endpoint, statuses }]
    }),
  )
}

function sender({ api, tokens, signInAgain }: SeededApi) {
  const revisions = new Map<string, number>()
  return async ({ who, method, path, headers, body, current }: GeneratedRequest) => {
    const init: RequestInit = { method, headers: { ...headers } }
    const set = (name: string, value: string) =>
      ((init.headers as Record<string, string>)[name] ??= value)
    if (who === 'server') set('x-admin-key', testAdminKey)
    else if (who === 'runner') set(gateRunnerHeader, testGateRunnerKey)
    else if (who !== 'nobody') set('authorization', `Bearer ${tokens[who]}`)
    const revision = revisions.get(path)
    if (current && revision !== undefined) set('if-match', `"${revision}"`)
    else if (current) set('if-none-match', '*')
    if (method !== 'GET' && method !== 'HEAD' && method !== 'get' && body !== undefined) {
      init.body = bodyOf(body)
    }
    const response = await api.request(path, init)
    const text = await response.text()
    const isSignedOut = response.headers.has('clear-site-data')
    const isTooOld = text.includes('"code":"reauthenticate"')
    if ((isSignedOut || isTooOld) && (who === 'member' || who === 'admin')) signInAgain(who)
    const known = /"revision":(\d+)/.exec(text)?.[1]
    if (known) revisions.set(path, Number(known))
    return { status: response.status, headers: response.headers, text }
  }
}

function bodyOf(body: NonNullable<GeneratedRequest['body']>): NonNullable<RequestInit['body']> {
  if (typeof body === 'string' || ArrayBuffer.isView(body)) return body
  const form = new FormData()
  for (const [name, value] of body.form) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new File([value.file], value.name, { type: value.type }))
  }
  return form
}
