import { testPeople, uidOf } from '@portal/api/testing'
import { getAgenda, saveAgenda } from '@portal/contract/agendas'
import { getPlaceAudience } from '@portal/contract/item-audiences'
import { saveMapping } from '@portal/contract/mappings'
import { ofMeeting } from '@portal/contract/twins'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import admin from '../remote.ts'
import { committeeApi, committeeMeeting } from '../shared/committee-fixture.ts'
import { fill } from '../shared/fill-fixture.ts'

const { meeting } = committeeMeeting
const id = `meeting-${meeting}--letter`

afterEach(() => {
  cleanup()
  localStorage.clear()
})

/** The paper *Audit letter* in the list of a committee's meeting, seen by Ruth, an admin with an entry. */
async function open({ onItem = false } = {}) {
  const { api, call } = await committeeApi()
  const entry = { name: 'Ruth Abelman', role: 'Trustee', account: uidOf(testPeople.admin) }
  await api.ports.store.create('directory', 'ruth', { ...entry, type: 'board' })
  await api.putPaper('letter', { name: 'Letter.pdf' })
  const body = { documentId: 'letter', title: 'Audit letter' }
  await call(saveMapping, { params: { id }, body, revision: 'new' })
  if (onItem) {
    const { revision } = await call(ofMeeting(getAgenda), { params: { meeting } })
    const item = { id: 'audit', title: 'The audit', papers: [{ materialType: 'letter' }] }
    await call(ofMeeting(saveAgenda), { params: { meeting }, body: { items: [item] }, revision })
  }
  await renderRemote(admin, { path: `/admin/meetings/${meeting}/papers`, as: 'admin', api })
  await userEvent.click(await screen.findByRole('button', { name: /^Details of .?Audit letter/ }))
  return { stored: async () => (await call(getPlaceAudience, { params: { id } })).audience }
}

it('chooses who can read a paper of a meeting, after a preview of exactly who that is', async () => {
  const { stored } = await open()
  await screen.findByText('Everybody who sees the meeting can read it.')
  const change = { name: /^Change who can read .?Audit letter/ }
  await userEvent.click(await screen.findByRole('button', change))
  const dialog = within(await screen.findByRole('dialog', { name: /Who can read/ }))
  await userEvent.click(dialog.getByRole('radio', { name: /^Named people/ }))
  await fill(await dialog.findByRole('combobox', { name: 'People' }), 'Ruth')
  await userEvent.click(await screen.findByRole('option', { name: /Ruth Abelman/ }))
  await dialog.findByText(/1 person will be able to read it/)
  expect(dialog.queryByLabelText('What the others see')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Only Ruth Abelman. The others don’t see that there is such a paper.')
  expect(await stored()).toMatchObject({ who: 'named', named: ['ruth'] })
})

it('leaves a paper of an item to the item', async () => {
  await open({ onItem: true })
  await screen.findByText(/^It belongs to .?The audit/)
  expect(screen.queryByRole('button', { name: /^Change who can read/ })).toBeNull()
})
