import { getAgenda, saveAgenda } from '@portal/contract/agendas'
import { listMappings, saveMapping } from '@portal/contract/mappings'
import { ofMeeting } from '@portal/contract/twins'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import admin from '../../remote.ts'
import { committeeApi, committeeMeeting } from '../../shared/committee-fixture.ts'

const { meeting } = committeeMeeting
const earlier = '2026-09-10-finance'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

/** The committee met in March and September; in September, an item had the paper *Outlook*. */
async function open() {
  const { api, call, meet } = await committeeApi()
  const write = async (id: string, items: object[]) => {
    const params = { meeting: id }
    const { revision } = await call(ofMeeting(getAgenda), { params })
    await call(ofMeeting(saveAgenda), { params, body: { items }, revision })
  }
  await meet('2026-03-12', 'Spring meeting')
  await write('2026-03-12-finance', [{ title: 'The audit', duration: 20 }])
  await meet('2026-09-10', 'Autumn meeting')
  const papers = [{ materialType: 'outlook', pages: '2' }]
  await write(earlier, [{ title: 'The budget', duration: 45, papers }])
  await api.putPaper('outlook')
  const body = { documentId: 'outlook', title: 'Outlook' }
  const params = { id: `meeting-${earlier}--outlook` }
  await call(saveMapping, { params, body, revision: 'new' })
  await renderRemote(admin, { path: `/admin/meetings/${meeting}`, as: 'admin', api })
  await press('Start from…')
  const items = async () => {
    const stored = await call(ofMeeting(getAgenda), { params: { meeting } })
    return stored.items.map(({ title, papers: of = [] }) => ({ title, papers: of }))
  }
  const places = async () =>
    Object.values(await call(listMappings, { query: { meeting } })).map(
      ({ title, documentId }) => `${title}: ${documentId}`,
    )
  return { items, places }
}
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

it('starts from the last meeting of the committee, with the names of its papers', async () => {
  const { items, places } = await open()
  await screen.findByLabelText(/^Names of its papers, for those to come: .?Outlook/)
  await press(/^Start from .?Autumn meeting, 10 September 2026/)
  await screen.findByRole('button', { name: /1\. .?The budget/ })
  expect(await places()).toEqual(['Outlook: undefined'])
  await press('Save')
  await expect.poll(items).toEqual([{ title: 'The budget', papers: [{ materialType: 'outlook' }] }])
})

it('starts from any other meeting of the committee', async () => {
  const { items, places } = await open()
  await userEvent.selectOptions(
    await screen.findByLabelText('Or another meeting'),
    'Spring meeting, 12 March 2026',
  )
  await press(/^Start from .?Spring meeting/)
  await screen.findByRole('button', { name: /1\. .?The audit/ })
  await press('Save')
  await expect.poll(items).toEqual([{ title: 'The audit', papers: [] }])
  expect(await places()).toEqual([])
})
