import { setTimeout as delay } from 'node:timers/promises'
import type { ComposedRelease, Composition } from '@portal/contract/releases'
import type { ReadAheadHost, Remote } from '@portal/remote-kit/remote'
import { expect, it } from 'vitest'
import { composedRelease } from './composed-release-fixture.ts'
import type { RemoteLoader } from './load-remote.ts'
import { prefetchOnIntent, readAhead } from './prefetch.ts'

function release(name: string, routes: string[]): ComposedRelease {
  return composedRelease({
    name,
    routes,
    slots: [{ slot: 'dashboard', component: 'part', order: 1 }],
  })
}

const composition: Composition = {
  id: '1',
  remotes: [
    { name: 'meetings', releases: [release('meetings', ['/calendar'])] },
    { name: 'governance', releases: [release('governance', ['/governance'])] },
    { name: 'older', releases: [release('older', ['/older'])] },
  ],
}
const host = { portal: {}, queries: {} } as ReadAheadHost

/** Records which remote is asked to prefetch what. `meetings` may fail to load. */
function remotes({ broken = false } = {}) {
  const read: string[] = []
  const loader = {
    load: async (name: string) => {
      if (broken && name === 'meetings') throw new Error('No release of meetings could be loaded')
      const withoutPrefetch = { name, routes: [] }
      const remote = {
        ...withoutPrefetch,
        readAhead: (path: string) => read.push(`${name} ${path}`),
      }
      return { remote: (name === 'older' ? withoutPrefetch : remote) as unknown as Remote }
    },
  } as unknown as RemoteLoader
  return { read, loader }
}

it('lets the remote of a path prefetch its data, and for the dashboard all remotes with parts on it', async () => {
  const { read, loader } = remotes()
  await readAhead('/governance', composition, loader, host)
  expect(read).toEqual(['governance /governance'])
  await readAhead('/', composition, loader, host)
  expect(read.slice(1)).toEqual(['meetings /', 'governance /'])
})

it('requests nothing of a remote without prefetching, or of a path without an owner', async () => {
  const { read, loader } = remotes()
  await readAhead('/older', composition, loader, host)
  await readAhead('/no/such/page', composition, loader, host)
  expect(read).toEqual([])
})

it('prefetches for the others when one remote can’t be loaded', async () => {
  const { read, loader } = remotes({ broken: true })
  await readAhead('/', composition, loader, host)
  await readAhead('/calendar', composition, loader, host)
  expect(read).toEqual(['governance /'])
})

it('runs the code of the screen at the path, and of no other', async () => {
  const run: string[] = []
  const screen = (path: string) => ({ path, lazy: async () => (run.push(path), {}) })
  const remote = { name: 'governance', routes: [screen('governance'), screen('governance/:slot')] }
  const loader = { load: async () => ({ remote }) } as unknown as RemoteLoader
  await readAhead('/governance', composition, loader, host)
  expect(run).toEqual(['governance'])
})

it('starts when a link is hovered or focused, and stops with the portal', async () => {
  const { read, loader } = remotes()
  document.body.innerHTML = '<a href="/calendar"><b>Calendar</b></a><a href="/governance">G</a>'
  const [calendar, governance] = document.querySelectorAll('a')
  const stop = prefetchOnIntent(composition, loader, host)
  calendar!.firstElementChild!.dispatchEvent(new Event('pointerover', { bubbles: true }))
  await expect.poll(() => read).toEqual(['meetings /calendar'])
  governance!.dispatchEvent(new Event('focusin', { bubbles: true }))
  await expect.poll(() => read).toEqual(['meetings /calendar', 'governance /governance'])
  stop()
  document.body.replaceChildren()
  calendar!.dispatchEvent(new Event('pointerover', { bubbles: true }))
  await delay(20)
  expect(read).toHaveLength(2)
})

it('prefetches nothing for a link that has moved under a resting pointer', async () => {
  const { read, loader } = remotes()
  document.body.innerHTML = '<a href="/calendar">Calendar</a>'
  const stop = prefetchOnIntent(composition, loader, host)
  document.querySelector('a')!.dispatchEvent(new Event('pointerover', { bubbles: true }))
  // The clicked page has rendered by now, and its address follows.
  history.replaceState(null, '', '/calendar')
  await delay(20)
  expect(read).toEqual([])
  stop()
})
