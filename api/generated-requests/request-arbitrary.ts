import type { Endpoint } from '@portal/contract/endpoint'
import * as fc from 'fast-check'
import { damaged, oddTexts } from './damage.ts'
import type { GeneratedRequest, Who } from './generated-request.ts'
import { hostileRequest } from './hostile-request.ts'
import { arbitraryOf, type DrawnFile, type Likely } from './json-schema-arbitrary.ts'

/** The body of every upload. `likely` contains its hash. */
export const uploadedBytes = new Uint8Array(Buffer.from('a remote’s script'))

const senders = fc.constantFrom<Who>(
  'nobody',
  'server',
  'runner',
  'member',
  'admin',
  'admin',
  'admin',
  'admin',
)

/** Generates requests to any of the endpoints. */
export function requestArbitrary(
  endpoints: readonly Endpoint[],
  likely: Likely,
): fc.Arbitrary<GeneratedRequest> {
  return fc.oneof(...endpoints.map((endpoint) => requestTo(endpoint, likely)))
}

function requestTo(endpoint: Endpoint, likely: Likely): fc.Arbitrary<GeneratedRequest> {
  const valid = validRequest(endpoint, likely)
  return fc.oneof(
    { weight: 4, arbitrary: valid },
    { weight: 4, arbitrary: damagedRequest(endpoint, valid, likely) },
    { weight: 2, arbitrary: hostileRequest(valid) },
  )
}

export function validRequest(endpoint: Endpoint, likely: Likely): fc.Arbitrary<GeneratedRequest> {
  const { method, revised } = endpoint
  const nothing = fc.constant<unknown>(undefined)
  return fc
    .record({
      who: isForRunner(endpoint) ? fc.constantFrom(...runners) : senders,
      params: endpoint.params ? arbitraryOf(endpoint.params, likely) : nothing,
      query: endpoint.query ? arbitraryOf(endpoint.query, likely) : nothing,
      body: endpoint.body ? arbitraryOf(endpoint.body, likely) : nothing,
      form: endpoint.form ? arbitraryOf(endpoint.form, likely) : nothing,
      revision: revised
        ? fc.constantFrom('current', 'current', 'current', 'current', 'new', '0', '1', 'none')
        : fc.constant('none'),
    })
    .map(({ who, params, query, body, form, revision }) => ({
      endpoint: nameOf(endpoint),
      kind: 'valid' as const,
      who,
      method,
      path: `${filled(endpoint.path, params)}${searchOf(query)}`,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(revision === 'new' ? { 'if-none-match': '*' } : {}),
        ...(/^\d$/.test(revision) ? { 'if-match': `"${revision}"` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(form === undefined ? {} : { body: { form: fieldsOf(form) } }),
      ...(endpoint.upload === undefined ? {} : { body: uploadedBytes }),
      ...(revision === 'current' ? { current: true as const } : {}),
    }))
}

/** Nobody else gets as far as the input. */
const runners: Who[] = ['runner', 'runner', 'runner', 'runner', 'admin', 'nobody']

function isForRunner({ path }: Endpoint): boolean {
  return path.startsWith('/api/gate-trials/')
}

function damagedRequest(
  endpoint: Endpoint,
  valid: fc.Arbitrary<GeneratedRequest>,
  likely: Likely,
): fc.Arbitrary<GeneratedRequest> {
  const withOdd = (
    change: (request: GeneratedRequest, odd: never) => Partial<GeneratedRequest>,
    odd: fc.Arbitrary<unknown>,
  ) =>
    fc.tuple(valid, odd).map(([request, value]) => ({
      ...request,
      kind: 'damaged' as const,
      ...change(request, value as never),
    }))
  const pathOnly = ({ path }: GeneratedRequest) => path.split('?')[0]!
  const ways = [
    withOdd(
      (request, revision: string) => ({ headers: { ...request.headers, 'if-match': revision } }),
      fc.constantFrom('""', '"-1"', '*', '"9999999999999999"', 'W/"1"', '"1", "2"', 'x'),
    ),
  ]
  if (endpoint.body) {
    ways.push(
      withOdd(
        (_, body: unknown) => ({ body: JSON.stringify(body) ?? 'undefined' }),
        damaged(arbitraryOf(endpoint.body, likely)),
      ),
    )
  }
  if (endpoint.form) {
    ways.push(
      withOdd(
        (_, form: unknown) => ({ body: { form: fieldsOf(form) } }),
        damaged(arbitraryOf(endpoint.form, likely)),
      ),
    )
  }
  if (endpoint.params) {
    ways.push(
      withOdd(
        (request, params: unknown) => ({
          path: `${filled(endpoint.path, params)}${request.path.slice(pathOnly(request).length)}`,
        }),
        damaged(arbitraryOf(endpoint.params, likely)),
      ),
    )
  }
  if (endpoint.query) {
    ways.push(
      withOdd(
        (request, query: unknown) => ({ path: `${pathOnly(request)}${searchOf(query)}` }),
        damaged(arbitraryOf(endpoint.query, likely)),
      ),
    )
  }
  return fc.oneof(...ways)
}

export function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`
}

function filled(path: string, params: unknown): string {
  const values =
    typeof params === 'object' && params !== null ? (params as Record<string, unknown>) : {}
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = textOf(Object.hasOwn(values, name) ? values[name] : oddTexts[3])
    // URLs can't contain these segments: `/a/./b` becomes `/a/b` before it is sent.
    return text === '.' || text === '..' ? 'dots' : encodeURIComponent(text)
  })
}

function searchOf(query: unknown): string {
  if (typeof query !== 'object' || query === null) return ''
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) search.append(name, textOf(value))
  return search.size > 0 ? `?${search.toString()}` : ''
}

function fieldsOf(form: unknown): [string, string | DrawnFile][] {
  if (typeof form !== 'object' || form === null) return [['odd', textOf(form)]]
  return Object.entries(form).map(([name, value]) => [name, isFile(value) ? value : textOf(value)])
}

function isFile(value: unknown): value is DrawnFile {
  if (typeof value !== 'object' || value === null || !('file' in value)) return false
  const { file, name, type } = value as Partial<Record<keyof DrawnFile, unknown>>
  return ArrayBuffer.isView(file) && typeof name === 'string' && typeof type === 'string'
}

/** The value as text for a URL or a form, which can't encode lone surrogates. */
function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
}
