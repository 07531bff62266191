import type { Endpoint } from '@portal/contract/endpoint'
import { readFeed } from '@portal/contract/feeds'
import { memberViewHeader } from '@portal/contract/member-view'
import { pathOf } from '@portal/domain/path-of'
import type { TestApi } from '../../testing/test-api.ts'
import type { Kind } from './readers-fixture.ts'

/** A response with its headers, as one text. */
export type Answer = { status: number; text: string }

/** The values that a parameter gets; `1` if there are none. */
type Values = (name: string, path: string) => readonly string[] | undefined

/**
 * What somebody gets from every GET that they may call, by its address with every value of every parameter. Feeds are
 * left out: their secret addresses identify the reader, and requests with wrong ones are limited.
 */
export async function answersTo(
  api: TestApi,
  { as, view }: Pick<Kind, 'as' | 'view'>,
  values: Values,
): Promise<Map<string, Answer>> {
  const byRequest = new Map<string, Answer>()
  const headers = {
    authorization: `Bearer ${api.tokenFor(as)}`,
    ...(view === undefined ? {} : { [memberViewHeader]: view }),
  }
  for (const endpoint of api.mounted) {
    // What is for admins refuses others before it reads anything.
    const isAdmin = view === undefined && as.provider === 'google.com'
    if (endpoint.method !== 'GET' || !(isAdmin || isForMembers(endpoint))) continue
    if (endpoint.path === readFeed.path) continue
    for (const path of addressesOf(endpoint, values)) {
      const response = await api.request(path, { headers })
      const sent = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
      byRequest.set(path, { status: response.status, text: `${sent}\n${await response.text()}` })
    }
  }
  return byRequest
}

/** Without the request's own id, and without the revision of an agenda: that somebody saved it is no secret. */
export function comparable({ status, text }: Answer): Answer {
  const own = text.replaceAll(/^x-request-id: .*$|"requestId":"[^"]*"/gm, '')
  if (!own.includes('"revision":')) return { status, text: own }
  return { status, text: own.replaceAll(/^etag: .*$|"revision":\d+/gm, '') }
}

function isForMembers({ callers }: Endpoint): boolean {
  return ['readers', 'members', 'everyone'].includes(callers)
}

function addressesOf({ path, query }: Endpoint, values: Values): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const places = names.reduce<Record<string, string>[]>(
    (known, name) =>
      known.flatMap((each) =>
        (values(name, path) ?? ['1']).map((value) => ({ ...each, [name]: value })),
      ),
    [{}],
  )
  const fields = Object.keys((query as { shape?: object } | undefined)?.shape ?? {})
  const queries = [
    {},
    ...fields.flatMap((name) => (values(name, path) ?? []).map((value) => ({ [name]: value }))),
  ]
  return places.flatMap((params) => queries.map((each) => pathOf(path, params, each)))
}
