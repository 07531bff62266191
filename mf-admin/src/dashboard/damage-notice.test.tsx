import { renderRemote } from '@portal/remote-kit/testing'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import admin from '../remote.ts'
import { faultyApi } from '../shared/api-fault-fixture.ts'

async function open(...damaged: [collection: string, what: string][]) {
  const api = await faultyApi({}, { now: () => new Date('2026-11-27T09:00:00Z') })
  for (const [collection, what] of damaged) {
    api.store.damage.leaveOut({ collection, id: 'one' }, what)
  }
  await renderRemote(admin, { path: '/admin', as: 'admin', api })
  await screen.findByRole('region', { name: 'Readiness' })
}

const notice = () => screen.findByText('The portal’s database is damaged.')

it('tells admins that the database is damaged, since when, what is left out, and what to do', async () => {
  await open(['documents', 'papers'], ['agendas', 'agendas'], ['visits', 'last visits'])
  const first = (await notice()).closest('p')!
  expect(first.textContent).toContain('27 November 2026')
  expect(first.textContent).toContain('restore the newest backup')
  expect(first.nextElementSibling?.textContent).toMatch(
    /^Some of these are left out: papers, agendas and last visits\./,
  )
})

it('shows nothing while no damage is known', async () => {
  await open()
  expect(screen.queryByText('The portal’s database is damaged.')).toBeNull()
})
