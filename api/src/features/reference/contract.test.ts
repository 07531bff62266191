import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { openApiOf } from './openapi.ts'
import { withEndpointTable } from './endpoint-table.ts'
import { type ContractSurface, breakingChanges } from './breaking-changes.ts'

const record = join(import.meta.dirname, '../../../contract/openapi.json')
const promised = JSON.parse(readFileSync(record, 'utf8')) as ContractSurface

let api: TestApi
let now: ContractSurface
beforeAll(async () => {
  api = await testApi()
  now = JSON.parse(JSON.stringify(openApiOf(api.mounted))) as ContractSurface
})
afterAll(() => api.close())

describe('the contract of this major version', () => {
  it('contains no breaking change', () => {
    expect(breakingChanges(promised, now)).toEqual([])
  })

  it('matches the recorded contract; after an addition run `npx pnpm@12 contract`', () => {
    expect(breakingChanges(now, promised)).toEqual([])
  })
})

it('is listed in docs/api.md, with who may call each endpoint; run `npx pnpm@12 contract`', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/api.md'), 'utf8')
  expect(guide).toBe(withEndpointTable(guide))
})

describe('a breaking change is detected:', () => {
  type Change = (api: any) => void
  const breaches: [string, Change, RegExp][] = [
    ['an endpoint is gone', ({ paths }) => delete paths['/api/sync/status'], /status is gone/],
    [
      'a parameter becomes required',
      ({ paths }) => (parameter(paths, '/api/calendar/events/upcoming', 'limit').required = true),
      /requires query limit/,
    ],
    [
      'a parameter accepts less',
      ({ paths }) =>
        (parameter(paths, '/api/calendar/events/upcoming', 'limit').schema.maximum = 5),
      /another maximum/,
    ],
    [
      'a body requires more',
      ({ components }) => (components.schemas.MappingChange.required = ['title']),
      /requires title/,
    ],
    [
      'a body accepts less',
      ({ components }) => (components.schemas.MappingChange.properties.title.maxLength = 3),
      /title, has another maxLength/,
    ],
    [
      'a body refuses a value',
      ({ components }) => components.schemas.MappingChange.properties.embedType.enum.pop(),
      /embedType, refuses others/,
    ],
    [
      'a reply lacks a field',
      ({ components }) => delete components.schemas.DirectoryEntry.properties.name,
      /name, is gone/,
    ],
    [
      'a reply’s field may be absent',
      ({ components }) => (components.schemas.DirectoryEntry.required = ['id']),
      /name, may be absent/,
    ],
    [
      'a reply’s field is of another type',
      ({ components }) => (components.schemas.DirectoryEntry.properties.name.type = 'number'),
      /name, is number instead of string/,
    ],
    [
      'a public endpoint requires sign-in',
      ({ paths }) => (paths['/api/config'].get.security = [{ bearer: [] }]),
      /requires a sign-in/,
    ],
  ]
  it.each(breaches)('%s', (_, change, sentence) => {
    const changed = structuredClone(now)
    change(changed)
    expect(breakingChanges(now, changed).join('\n')).toMatch(sentence)
  })

  it('accepts an addition', () => {
    const changed: any = structuredClone(now)
    changed.paths['/api/new'] = { get: { responses: {} } }
    changed.components.schemas.DirectoryEntry.properties.nickname = { type: 'string' }
    changed.components.schemas.MappingChange.properties.nickname = { type: 'string' }
    changed.components.schemas.MappingChange.properties.title.maxLength = 900
    changed.components.schemas.MappingChange.properties.embedType.enum.push('new')
    expect(breakingChanges(now, changed)).toEqual([])
  })
})

function parameter(paths: any, path: string, name: string) {
  return paths[path].get.parameters.find((candidate: { name: string }) => candidate.name === name)
}
