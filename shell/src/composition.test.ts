import type { ComposedRelease, Composition } from '@portal/contract/releases'
import { expect, it } from 'vitest'
import { composedRelease } from './composed-release-fixture.ts'
import { filesFor, ownerOf, remoteForPath } from './composition.ts'

function release(name: string, parts: Partial<ComposedRelease>): ComposedRelease {
  return composedRelease({ name, ...parts })
}

const meetings = release('meetings', {
  routes: ['/meetings', '/calendar'],
  navigation: [{ to: '/calendar', label: 'Board Calendar', icon: 'calendar-days', order: 20 }],
  slots: [{ slot: 'dashboard', component: 'upcoming', order: 10 }],
  preload: { '/meetings': ['a.js'], '/meetings/archive': ['b.js'] },
})
const governance = release('governance', {
  routes: ['/governance', '/meetings/minutes', '/:resourceId'],
  navigation: [{ to: '/governance', label: 'Governance', icon: 'landmark', order: 10 }],
  slots: [{ slot: 'dashboard', component: 'actions', order: 5 }],
})
const composition: Composition = {
  id: '1',
  remotes: [
    { name: 'meetings', releases: [meetings] },
    { name: 'governance', releases: [governance] },
  ],
}

it('assigns a path to the remote with the longest matching prefix', () => {
  expect(ownerOf(composition, '/meetings/2026/q/3')).toBe('meetings')
  expect(ownerOf(composition, '/meetings/minutes/1')).toBe('governance')
  expect(ownerOf(composition, '/meetingsroom')).toBeUndefined()
})

it('assigns single names that no remote owns to the remote that requested them', () => {
  expect(remoteForPath(composition, '/bylaws')).toBe('governance')
  expect(remoteForPath(composition, '/calendar')).toBe('meetings')
  expect(remoteForPath(composition, '/bylaws/of/2024')).toBeUndefined()
  expect(remoteForPath(composition, '/')).toBeUndefined()
  expect(ownerOf(composition, '/bylaws')).toBeUndefined()
})

it('assigns the paths of a stopped remote to nobody', () => {
  const { name, routes, navigation, slots } = meetings
  const without: Composition = {
    id: '2',
    remotes: [{ name: 'governance', releases: [governance] }],
    stopped: [{ name, routes, navigation, slots }],
  }
  expect(remoteForPath(without, '/calendar')).toBeUndefined()
  expect(remoteForPath(without, '/meetings/2026')).toBeUndefined()
  expect(remoteForPath(without, '/bylaws')).toBe('governance')
})

it('finds the files of the longest prefix', () => {
  expect(filesFor(meetings, '/meetings/archive/1')).toEqual(['b.js'])
  expect(filesFor(meetings, '/meetings/2026')).toEqual(['a.js'])
  expect(filesFor(meetings, '/directory')).toEqual([])
})
