import { testApi } from '@portal/api/testing'
import { getPortal } from '@portal/contract/portal'
import { expect, it, vi } from 'vitest'
import { keptQuarter } from './kept-quarter.ts'
import admin from '../remote.ts'

vi.setSystemTime('2026-11-20T18:00:00Z')
const { person, config } = await (await testApi()).call('admin')(getPortal)
const pageOf = (address: string) => {
  const { pathname, search } = new URL(address, 'http://portal.test')
  return admin.membersPage!({ pathname, search }, { person, config })
}

it.each([
  ['/admin', '/'],
  ['/admin/users', '/'],
  ['/admin/audit?subject=x', '/'],
  ['/admin/directory', '/directory'],
  ['/admin/meetings/resource-mappings?year=2027&quarter=1', '/meetings/2027/q/1'],
  ['/admin/meetings/resource-mappings?tab=meetings', '/meetings/2026/q/4'],
  ['/admin/meetings/resource-mappings?tab=governance&year=2027&quarter=1', '/governance'],
  ['/admin/meetings/resource-mappings?tab=communications', '/communications'],
  ['/admin/meetings/resource-mappings?year=2027&quarter=7', '/meetings/2026/q/4'],
  ['/admin/meeting-agenda?year=2027&quarter=1', '/meetings/2027/q/1/agenda'],
  ['/admin/meeting-agenda', '/meetings/2026/q/4/agenda'],
  ['/admin/meetings/new?year=2027&quarter=2', '/meetings/2027/q/2/agenda'],
  ['/admin/meetings/2027/1/edit', '/meetings/2027/q/1/agenda'],
  ['/admin/meetings/2027/1/agenda', '/meetings/2027/q/1/agenda'],
  ['/admin/meetings/all', '/meetings/all'],
  ['/admin/meetings/2026-11-12-finance', '/meetings/2026-11-12-finance/agenda'],
  ['/admin/meetings/2026-11-12-finance/papers', '/meetings/2026-11-12-finance'],
])('%s is about %s', (address, page) => {
  expect(pageOf(address)).toBe(page)
})

it('names the quarter that is being prepared where the address names none', () => {
  keptQuarter({ person, now: { year: 2026, quarter: 4 } }).set({ year: 2027, quarter: 1 })
  expect(pageOf('/admin/meetings/resource-mappings')).toBe('/meetings/2027/q/1')
})
