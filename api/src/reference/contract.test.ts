import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../testing.ts'
import { openApiOf } from './openapi.ts'
import { type Promises, takenAway } from './taken-away.ts'

const record = join(import.meta.dirname, '../../contract/openapi.json')
const promised = JSON.parse(readFileSync(record, 'utf8')) as Promises

let api: TestApi
let now: Promises
beforeAll(async () => {
  api = await testApi()
  now = JSON.parse(JSON.stringify(openApiOf(api.entrances))) as Promises
})
afterAll(() => api.close())

describe('the contract of this major version', () => {
  it('keeps everything that was promised', () => {
    expect(takenAway(promised, now)).toEqual([])
  })

  it('is on record: after an addition run `npx pnpm@12 contract`', () => {
    expect(takenAway(now, promised)).toEqual([])
  })
})

describe('a breach is seen:', () => {
  type Change = (api: any) => void
  const breaches: [string, Change, RegExp][] = [
    ['an endpoint is gone', ({ paths }) => delete paths['/api/sync/status'], /status is gone/],
    [
      'a parameter becomes required',
      ({ paths }) => (parameter(paths, '/api/calendar/events/upcoming', 'limit').required = true),
      /asks for query limit/,
    ],
    [
      'a parameter takes less',
      ({ paths }) =>
        (parameter(paths, '/api/calendar/events/upcoming', 'limit').schema.maximum = 5),
      /another maximum/,
    ],
    [
      'a body asks for more',
      ({ components }) => (components.schemas.MappingChange.required = ['title']),
      /asks for title/,
    ],
    [
      'a body takes less',
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
      'an open endpoint asks for a sign-in',
      ({ paths }) => (paths['/api/config'].get.security = [{ bearer: [] }]),
      /asks for a sign-in/,
    ],
  ]
  it.each(breaches)('%s', (_, change, sentence) => {
    const changed = structuredClone(now)
    change(changed)
    expect(takenAway(now, changed).join('\n')).toMatch(sentence)
  })

  it('but an addition is none', () => {
    const changed: any = structuredClone(now)
    changed.paths['/api/new'] = { get: { responses: {} } }
    changed.components.schemas.DirectoryEntry.properties.nickname = { type: 'string' }
    changed.components.schemas.MappingChange.properties.nickname = { type: 'string' }
    changed.components.schemas.MappingChange.properties.title.maxLength = 900
    changed.components.schemas.MappingChange.properties.embedType.enum.push('new')
    expect(takenAway(now, changed)).toEqual([])
  })
})

function parameter(paths: any, path: string, name: string) {
  return paths[path].get.parameters.find((one: { name: string }) => one.name === name)
}
