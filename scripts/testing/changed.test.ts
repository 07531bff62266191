import { globSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { journeyName, reachedBy } from './changed.ts'
import type { ImportGraph } from './import-graph.ts'
import { journeyTable } from './journey-table.ts'

const root = path.resolve(import.meta.dirname, '../..')

const graph: ImportGraph = new Map(
  Object.entries({
    'api/domain/src/quarter.ts': [],
    'api/domain/src/quarter.test.ts': ['api/domain/src/quarter.ts'],
    'api/contract/src/notes.ts': [],
    'api/src/features/notes/notes-service.ts': ['api/domain/src/quarter.ts'],
    'api/src/features/notes/notes-feature.ts': [
      'api/src/features/notes/notes-service.ts',
      'api/contract/src/notes.ts',
    ],
    'api/src/features/notes/notes.test.ts': ['api/src/testing/test-api.ts'],
    'api/src/features/users/users-service.ts': [],
    'api/src/features/users/users.test.ts': ['api/src/testing/test-api.ts'],
    'api/src/app.ts': [
      'api/src/features/notes/notes-feature.ts',
      'api/src/features/users/users-service.ts',
    ],
    'api/src/testing/test-api.ts': ['api/src/app.ts'],
    'mf-meetings/src/my-notes/searchable-notes.tsx': ['api/contract/src/notes.ts'],
    'mf-meetings/src/my-notes/my-notes-screen.tsx': [
      'mf-meetings/src/my-notes/searchable-notes.tsx',
    ],
    'mf-meetings/src/my-notes/my-notes-screen.test.tsx': ['mf-meetings/src/remote.ts'],
    'mf-meetings/src/agenda/agenda-screen.tsx': [],
    'mf-meetings/src/agenda/agenda-screen.test.tsx': ['mf-meetings/src/remote.ts'],
    'mf-meetings/src/routes.ts': [
      'mf-meetings/src/my-notes/my-notes-screen.tsx',
      'mf-meetings/src/agenda/agenda-screen.tsx',
    ],
    'mf-meetings/src/remote.ts': ['mf-meetings/src/routes.ts'],
    'e2e/journeys/my-notes.spec.ts': [],
    'e2e/journeys/admin-users.spec.ts': [],
  }).map(([file, used]) => [file, new Set(used)]),
)
const tests = (...changed: string[]) => {
  const reached = reachedBy(changed, graph)
  return 'tests' in reached ? [...reached.tests].toSorted() : reached
}

describe('the tests that a change can reach', () => {
  it('are those that import it, directly or through others', () => {
    expect(tests('api/domain/src/quarter.ts')).toContain('api/domain/src/quarter.test.ts')
  })

  it('are those of the same feature, the screens that request it, and its journeys', () => {
    const reached = tests('api/src/features/notes/notes-service.ts')
    expect(reached).toEqual([
      'api/src/features/notes/notes.test.ts',
      'api/src/testing/access-table.test.ts',
      'api/src/testing/generated-requests.test.ts',
      'e2e/journeys/my-notes.spec.ts',
      'mf-meetings/src/my-notes/my-notes-screen.test.tsx',
    ])
  })

  it('aren’t those of other features, although all are put together in one place', () => {
    expect(tests('mf-meetings/src/my-notes/my-notes-screen.tsx')).not.toContain(
      'mf-meetings/src/agenda/agenda-screen.test.tsx',
    )
  })

  it('are a changed test itself', () => {
    expect(tests('api/domain/src/quarter.test.ts')).toEqual(['api/domain/src/quarter.test.ts'])
  })

  it('are all of them if a file that everything depends on has changed', () => {
    expect(tests('pnpm-lock.yaml')).toEqual({ everythingBecauseOf: 'pnpm-lock.yaml' })
  })

  it('are all of them if nothing tells which', () => {
    expect(tests('scripts/unknown.ts')).toEqual({ everythingBecauseOf: 'scripts/unknown.ts' })
  })

  it('are none for a document that no test reads', () => {
    expect(tests('docs/notes.md')).toEqual([])
  })
})

describe('the table of journeys', () => {
  const journeys = globSync('e2e/{journeys,attacks}/*.spec.ts', { cwd: root }).map(journeyName)
  const named = journeyTable.flatMap(([, names]) => names)

  it('names only journeys that exist', () => {
    expect(named.filter((name) => !journeys.includes(name))).toEqual([])
  })

  it('has rows that match only files that exist', () => {
    const sources = globSync(
      '{api,shared-ui,shell,mf-*,e2e,scripts,docs,deploy}/**/*.{ts,tsx,css,md,json,conf,sh}',
      { cwd: root, exclude: ['**/node_modules/**', '**/dist*/**'] },
    )
    const all = [...sources, 'Dockerfile']
    const unmatched = journeyTable.filter(([source]) => !all.some((file) => source.test(file)))
    expect(unmatched).toEqual([])
  })

  it('has a row for every part of the portal', () => {
    const parts = globSync(
      '{api/src/{features,platform}/*,api/src/{adapters,testing},api/commands,shell/src/*,mf-*/src/*,shared-ui/src,shell/remote-kit/src}/',
      {
        cwd: root,
      },
    )
    const rowless = parts.filter(
      (part) => !journeyTable.some(([source]) => source.test(`${part}/a.ts`)),
    )
    expect(rowless).toEqual([])
  })
})
