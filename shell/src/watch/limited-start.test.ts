import type { PortalReply } from '@portal/contract/portal'
import type { ComposedRelease } from '@portal/contract/releases'
import { afterEach, expect, it, vi } from 'vitest'
import { composedRelease } from '../composed-release-fixture.ts'
import { isLimited, limitedReply } from './limited-start.ts'
import { rememberTab } from './stopped-memory.ts'

const slots = [{ slot: 'dashboard', component: 'Latest' }] as ComposedRelease['slots']
const candidate = composedRelease({ name: 'polls', release: '2', slots })
const stable = composedRelease({ name: 'polls', release: '1', slots })
const only = composedRelease({ name: 'meetings', slots })

function replyWith(remotes: PortalReply['composition']['remotes']): PortalReply {
  return { composition: { id: 'c', remotes } } as PortalReply
}

const stop = (session: string, composition = 'c') =>
  rememberTab({ session, composition, remote: 'polls', release: '2', at: Date.now() }, localStorage)

afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
})

it('limits the start after two tabs have stopped, not after one that was found twice', () => {
  stop('one')
  stop('one')
  expect(isLimited({ id: 'c', remotes: [] }, localStorage)).toBe(false)
  stop('two')
  expect(isLimited({ id: 'c', remotes: [] }, localStorage)).toBe(true)
})

it('starts as usual once other releases run, and after a day', () => {
  stop('one')
  stop('two')
  expect(isLimited({ id: 'other', remotes: [] }, localStorage)).toBe(false)
  vi.useFakeTimers({ now: Date.now() + 86_400_001 })
  expect(isLimited({ id: 'c', remotes: [] }, localStorage)).toBe(false)
})

it('leaves out candidates, and every part of the dashboard', () => {
  const { remotes } = limitedReply(
    replyWith([
      { name: 'polls', candidate: true, releases: [candidate, stable] },
      { name: 'meetings', releases: [only] },
    ]),
  ).composition
  expect(remotes).toEqual([
    { name: 'polls', releases: [{ ...stable, slots: [] }] },
    { name: 'meetings', releases: [{ ...only, slots: [] }] },
  ])
})

it('keeps the only release of a remote, for its screens', () => {
  const { remotes } = limitedReply(
    replyWith([{ name: 'polls', candidate: true, releases: [candidate] }]),
  ).composition
  expect(remotes[0]!.releases.map(({ release }) => release)).toEqual(['2'])
})

it('leaves a limited reply as it is', () => {
  const limited = limitedReply(replyWith([{ name: 'meetings', releases: [only] }]))
  expect(limitedReply(limited)).toBe(limited)
})
