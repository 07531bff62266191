import { expect, it } from 'vitest'
import {
  isCurrentEntry,
  isReadingAddress,
  menuIconFault,
  menuIcons,
  menuOf,
  slotParts,
  stoppedIn,
} from './menu.ts'

type Composition = Parameters<typeof menuOf>[0]
type Release = Composition['remotes'][number]['releases'][number]

function remote(name: string, parts: Pick<Release, 'navigation' | 'slots'>) {
  return { name, releases: [{ audience: 'members' as const, ...parts }] }
}

const composition = {
  remotes: [
    remote('meetings', {
      navigation: [{ to: '/calendar', label: 'Board Calendar', icon: 'calendar-days', order: 20 }],
      slots: [{ slot: 'dashboard', component: 'upcoming', order: 10 }],
    }),
    remote('governance', {
      navigation: [{ to: '/governance', label: 'Governance', icon: 'landmark', order: 10 }],
      slots: [{ slot: 'dashboard', component: 'actions', order: 5 }],
    }),
  ],
}

it('sorts the menu after the dashboard, and the slots, by their order', () => {
  expect(menuOf(composition).map(({ to }) => to)).toEqual(['/', '/governance', '/calendar'])
  const parts = slotParts(composition, 'dashboard').map((part) => part.remote)
  expect(parts).toEqual(['governance', 'meetings'])
})

it.each([
  ['/calendar', '/calendar', true],
  ['/calendar', '/calendar/2026', true],
  ['/calendar', '/Calendar/', true],
  ['/calendar', '/calendars', false],
  ['/', '/', true],
  ['/', '/calendar', false],
])('marks %s at %s: %s', (to, path, current) => {
  expect(isCurrentEntry({ to }, path)).toBe(current)
})

it.each([
  ['/meetings/2026/q/4', '?material=agenda', true],
  ['/meetings/2026/q/4', '', false],
  ['/meetings/2026/q/4', '?page=3', false],
  ['/meetings', '?material=agenda', false],
  ['/resources/view/bylaws', '', true],
  ['/resources/view/', '', false],
  ['/resources/view', '', false],
  ['/resources/viewer/bylaws', '', false],
])('says whether a paper has the page at %s%s: %s', (path, search, isReading) => {
  const [meetings, governance] = composition.remotes.map(({ releases }) => releases[0]!)
  const remotes = [
    { ...meetings!, reading: [{ below: '/meetings', query: 'material' }] },
    { ...governance!, reading: [{ below: '/resources/view' }] },
  ].map((release) => ({ name: '', releases: [release] }))
  expect(isReadingAddress({ remotes }, path, search)).toBe(isReading)
})

it('keeps the menu entries and slots of a stopped remote', () => {
  const [meetings, governance] = composition.remotes
  const { navigation, slots } = meetings!.releases[0]!
  const stopped = { name: 'meetings', routes: ['/calendar'], navigation, slots }
  const without = { remotes: [governance!], stopped: [stopped] }
  expect(menuOf(without).map(({ to }) => to)).toEqual(['/', '/governance', '/calendar'])
  expect(slotParts(without, 'dashboard').map(({ remote: name }) => name)).toEqual(['governance'])
  expect(stoppedIn(without, 'dashboard')).toEqual([stopped])
  expect(stoppedIn(without, 'elsewhere')).toEqual([])
})

it('names the menu entry with an unknown icon, and the icons to choose from', () => {
  const navigation = menuIcons.map((icon) => ({ label: `With ${icon}`, icon }))
  expect(menuIconFault(navigation)).toBeUndefined()
  expect(menuIconFault([...navigation, { label: 'News', icon: 'newspaper' }])).toBe(
    `The menu entry “News” has an unknown icon, “newspaper”. Choose one of these: ${menuIcons.join(', ')}.`,
  )
})
