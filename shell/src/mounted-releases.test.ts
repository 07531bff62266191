import { afterEach, expect, it, vi } from 'vitest'
import { composedRelease } from './composed-release-fixture.ts'
import {
  addMounted,
  noteStarting,
  onRunningChange,
  responsibleRelease,
  runningReleases,
} from './mounted-releases.ts'

const removals: (() => void)[] = []
afterEach(() => {
  for (const remove of removals.splice(0)) remove()
})

function mount(name: string, release: string, isCandidate = false) {
  const fail = () => {}
  const mounted = { release: composedRelease({ name, release }), isCandidate, route: '/', fail }
  removals.push(addMounted(mounted))
}
const responsible = () => responsibleRelease()?.release.name

it('holds nobody responsible on a page without a remote', () => {
  expect(responsible()).toBeUndefined()
})

it('holds the only release on a page responsible, with all of its parts', () => {
  mount('meetings', '1.0.0-a')
  mount('meetings', '1.0.0-a')
  expect(responsible()).toBe('meetings')
})

it('holds the only candidate among several responsible', () => {
  mount('meetings', '1.0.0-a')
  mount('governance', '2.0.0-b', true)
  expect(responsible()).toBe('governance')
})

it('holds nobody responsible among several stable releases, or several candidates', () => {
  mount('meetings', '1.0.0-a')
  mount('governance', '2.0.0-a')
  expect(responsible()).toBeUndefined()
  mount('directory', '1.1.0-b', true)
  mount('admin', '1.1.0-b', true)
  expect(responsible()).toBeUndefined()
})

it('names what is starting, and what is on the page if nobody is responsible for it', () => {
  const ran = noteStarting(composedRelease({ name: 'directory', release: '3' }))
  expect(runningReleases()[0]).toEqual({ remote: 'directory', release: '3' })
  mount('meetings', '1')
  mount('governance', '2')
  expect(runningReleases()).toEqual([
    { remote: 'directory', release: '3' },
    { remote: 'meetings', release: '1', route: '/' },
    { remote: 'governance', release: '2', route: '/' },
  ])
  ran()
  mount('admin', '4', true)
  expect(runningReleases()).toEqual([{ remote: 'admin', release: '4', route: '/' }])
})

it('names what has started while nothing is on the page', () => {
  noteStarting(composedRelease({ name: 'directory', release: '4' }))()
  expect(runningReleases()).toContainEqual({ remote: 'directory', release: '4' })
})

it('notifies immediately when something starts, is shown or leaves', () => {
  const listener = vi.fn()
  removals.push(onRunningChange(listener))
  noteStarting(composedRelease({ name: 'directory', release: '3' }))()
  expect(listener).toHaveBeenCalledTimes(2)
  mount('meetings', '1')
  expect(listener).toHaveBeenCalledTimes(3)
  removals.pop()!()
  expect(listener).toHaveBeenCalledTimes(4)
})
