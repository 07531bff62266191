import { getAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { saveMapping } from '@portal/contract/mappings'
import { ofMeeting } from '@portal/contract/twins'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import admin from '../remote.ts'
import { committeeApi, committeeMeeting } from '../shared/committee-fixture.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

it('shows how ready the coming meetings of committees are, those with problems first', async () => {
  const { api, call, meet } = await committeeApi()
  const { meeting } = committeeMeeting
  const params = { meeting }
  const { revision } = await call(ofMeeting(getAgenda), { params })
  const body = { status: 'published' as const, content: { items: [{ title: 'The budget' }] } }
  await call(ofMeeting(setAgendaStatus), { params, body, revision })
  await meet('2027-02-05', 'Audit meeting')
  const id = 'meeting-2027-02-05-finance--letter'
  await call(saveMapping, { params: { id }, body: { title: 'Letter' }, revision: 'new' })
  await renderRemote(admin, { path: '/admin', as: 'admin', api })
  const others = await screen.findByRole('region', { name: 'Other meetings' })
  await within(others).findByText('Everything is ready.')
  const cards = within(others).getAllByRole('heading', { level: 3 })
  expect(cards.map(({ textContent }) => textContent)).toEqual(['Audit meeting', 'Budget meeting'])
  expect(within(others).getByText('The agenda is a draft, so members see none.')).toBeDefined()
  expect(others.textContent).toContain('Letter is empty.')
  const papers = within(others).getByRole('link', { name: 'Papers of Audit meeting' })
  expect(papers.getAttribute('href')).toBe('/admin/meetings/2027-02-05-finance/papers')
})
