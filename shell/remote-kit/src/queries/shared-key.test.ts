import { contractVersion } from '@portal/contract/releases'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { agendaKey } from './agenda.ts'
import { directoryKey } from './directory.ts'
import { documentsKey } from './documents.ts'
import { mappingsKey } from './mappings.ts'
import { invalidateShared, setShared, sharedKey } from './shared-key.ts'

type Read = { by: string; times: number }

/** A screen of a release, which reads the mappings by its own key and its own parser. */
function screenOf(client: QueryClient, by: string, queryKey: readonly unknown[]) {
  let times = 0
  const observer = new QueryObserver<Read>(client, {
    queryKey,
    queryFn: async () => ({ by, times: (times += 1) }),
    staleTime: Infinity,
  })
  observer.subscribe(() => {})
  return { shown: () => observer.getCurrentResult().data }
}

const older = sharedKey(['mappings'], '1.2.0')
const newer = sharedKey(['mappings'], '1.3.0')

async function twoReleases() {
  const client = new QueryClient()
  const screens = [screenOf(client, 'older', older), screenOf(client, 'newer', newer)] as const
  await expect.poll(() => screens.map(({ shown }) => shown()?.times)).toEqual([1, 1])
  return { client, screens }
}

it('gives releases of different contracts separate entries', async () => {
  const { screens } = await twoReleases()
  expect(screens.map(({ shown }) => shown()?.by)).toEqual(['older', 'newer'])
})

it('lets releases of the same contract share an entry', async () => {
  const client = new QueryClient()
  const first = screenOf(client, 'first', sharedKey(['mappings']))
  await expect.poll(first.shown).toBeTruthy()
  expect(screenOf(client, 'second', sharedKey(['mappings'])).shown()?.by).toBe('first')
})

it('makes readers of every contract refetch after a change', async () => {
  const { client, screens } = await twoReleases()
  const beforeVersions = screenOf(client, 'before versions', ['mappings'])
  const another = screenOf(client, 'another', sharedKey(['documents'], '1.3.0'))
  await expect.poll(() => another.shown()?.times).toBe(1)
  await invalidateShared(client, newer)
  await expect
    .poll(() => [...screens, beforeVersions].map(({ shown }) => shown()?.times))
    .toEqual([2, 2, 2])
  expect(another.shown()?.times).toBe(1)
})

it('matches each document by the key of their list', async () => {
  const client = new QueryClient()
  const { shown } = screenOf(client, 'one', sharedKey(['documents', 'minutes'], '1.2.0'))
  await expect.poll(() => shown()?.times).toBe(1)
  await invalidateShared(client, sharedKey(['documents'], '1.3.0'))
  await expect.poll(() => shown()?.times).toBe(2)
})

it('stores a response only for readers of its own contract', async () => {
  const { client, screens } = await twoReleases()
  const [old, now] = screens
  setShared<Read>(client, newer, (read) => read && { ...read, by: 'saved' })
  expect(now.shown()).toEqual({ by: 'saved', times: 1 })
  await expect.poll(old.shown).toEqual({ by: 'older', times: 2 })
  expect(now.shown()).toEqual({ by: 'saved', times: 1 })
})

it('includes this contract in the key of each shared query', () => {
  const keys = [mappingsKey, documentsKey, directoryKey, agendaKey({ year: 2026, quarter: 4 })]
  expect(keys.map((key) => key.at(-1))).toEqual(keys.map(() => contractVersion))
})
