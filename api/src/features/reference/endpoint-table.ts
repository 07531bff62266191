import type { Callers, Endpoint } from '@portal/contract/endpoint'
import { endpointNames } from './contract-names.ts'

const callersText: Record<Callers, string> = {
  everyone: 'everyone',
  readers: 'members, guests and assistants',
  members: 'members',
  admins: 'admins',
  adminsAndKey: 'admins and the admin key',
  adminsAndReleaseToken:
    'admins and a release token of the remote, or of any if the address names none',
  gateRunner: 'the operator’s gate runner, with its key',
  ownToken: 'a trusted pipeline, with its provider’s token in the body',
}

const methods: Endpoint['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The table in `docs/api.md`: who may call which endpoint, by feature. */
function endpointTable(): string {
  const rows = Object.entries(callersText).flatMap(([callers, text]) => {
    const own = [...endpointNames].filter(([endpoint]) => endpoint.callers === callers)
    const features = Map.groupBy(own, ([, { feature }]) => feature)
    return [...features.values()].map((endpoints, index) => {
      const listed = endpoints.map(([endpoint]) => endpoint).toSorted(byPath)
      const names = listed.map(({ method, path }) => `\`${method} ${path}\``).join(', ')
      return index === 0 ? `| ${text} | ${names} |` : `| | ${names} |`
    })
  })
  return ['| who | |', '|---|---|', ...rows, ''].join('\n')
}

const byPath = (a: Endpoint, b: Endpoint) =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : methods.indexOf(a.method) - methods.indexOf(b.method)

/** The page with its table replaced. */
export function withEndpointTable(page: string): string {
  const table = /^\| who \| \|\n(?:\|.*\n)+/m
  if (!table.test(page)) throw new Error('The page has no table of endpoints')
  return page.replace(table, endpointTable)
}
