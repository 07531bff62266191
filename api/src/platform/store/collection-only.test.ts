import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folders = ['src', 'commands'].map((name) => join(import.meta.dirname, '../../..', name))

/** The store itself, what implements or wraps it, and tests. */
const inStore = /^src\/(platform\/store|adapters|testing)\/|(\.test|-suite|-fixture)\.ts$/
const wrappers = new Set([
  'src/platform/audit/append-only.ts',
  'src/platform/audit/audit-chain.ts',
  'src/platform/metrics/counted-store.ts',
  'src/platform/resilience/guarded-store.ts',
])
/** Modules that handle several collections alike, by name. */
const byName = new Set([
  'src/features/doctor/database-check.ts',
  'src/features/portal-exports/import-archive.ts',
  'src/features/portal-exports/planned-files.ts',
  'src/features/portal-exports/verify-records.ts',
  'src/features/portal-exports/without-closed.ts',
])

/** Where a source calls the store with a collection's name, and which collections it defines. */
function uses(place: string, text: string): { calls: string[]; defined: string[] } {
  const handles = new Set(
    ['store', 'transaction', 'tx'].concat(
      [...text.matchAll(/\b(\w+)\??: (?:StoreOperations|DocumentStore)\b/g)].map(
        ([, name]) => name!,
      ),
    ),
  )
  const call = new RegExp(
    `\\b(?:${[...handles].join('|')})\\s*\\.(?:get|list|create|update|delete|watch)\\s*\\(`,
    'g',
  )
  const raw = byName.has(place) || place.startsWith('src/platform/') ? [] : [/\brawCollection\(/g]
  return {
    calls: [call, ...raw].flatMap((pattern) =>
      [...text.matchAll(pattern)].map(([stored]) => stored),
    ),
    defined: [...text.matchAll(/\bdefineCollection\(\s*([^,\s]+)/g)].map(([, name]) => name!),
  }
}

async function sources(): Promise<{ place: string; text: string }[]> {
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((file) => join(folder, file)),
    ),
  )
  const places = files.flat().map((file) => ({ file, place: file.replace(/^.*\/api\//, '') }))
  return Promise.all(
    places
      .filter(({ file, place }) => file.endsWith('.ts') && !inStore.test(place))
      .map(async ({ file, place }) => ({ place, text: await readFile(file, 'utf8') })),
  )
}

it('lets only collections call the store', async () => {
  const read = await sources()
  expect(read.length).toBeGreaterThan(400)
  const calls = read
    .filter(({ place }) => !wrappers.has(place))
    .flatMap(({ place, text }) => uses(place, text).calls.map((call) => `${place}: ${call}`))
  expect(calls).toEqual([])
})

it('defines each collection once', async () => {
  const defined = (await sources()).flatMap(({ place, text }) => uses(place, text).defined)
  expect(defined.length).toBeGreaterThan(40)
  const twice = defined.filter((name, index) => defined.indexOf(name) !== index)
  // The sync's two documents have a schema each.
  expect(twice).toEqual(["'sync'"])
})

it.each([
  `const stored = await store.get('withdrawn_bytes', id)`,
  `await transaction\n  .update(name, id, body, revision)`,
  `function f(handle: StoreOperations) { return handle.list('notes') }`,
  `await rawCollection(store, 'notes').delete(id)`,
])('finds a call that opens a collection by its name: %s', (text) => {
  expect(uses('src/features/page/page-feature.ts', text).calls).toHaveLength(1)
})
