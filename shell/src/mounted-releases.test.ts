import { afterEach, expect, it } from 'vitest'
import { composedRelease } from './composed-release-fixture.ts'
import { addMounted, responsibleRelease } from './mounted-releases.ts'

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
