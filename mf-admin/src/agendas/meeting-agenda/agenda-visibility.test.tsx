import { getMeetingMaterial, setAgendaSource } from '@portal/contract/meetings'
import { saveMapping } from '@portal/contract/mappings'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { agendaApi, board, clearDevice, q3, q4 } from '../agenda-fixture.ts'
import { open, press, titleBox, toasted } from './agenda-screen-fixture.ts'
import { fill } from '../../shared/fill-fixture.ts'

beforeEach(clearDevice)

type Api = Awaited<ReturnType<typeof agendaApi>>

const slotOf = ({ year, quarter }: typeof q4) => `meeting-${year}-q${quarter}-agenda`
const map = (api: Api, body: { documentId?: string; active?: boolean }, of = q4) =>
  api.call('admin')(saveMapping, { params: { id: slotOf(of) }, body, revision: 'new' })
const source = (api: Api, mode: 'native' | 'drive', revision: number | 'new', of = q4) =>
  api.call('admin')(setAgendaSource, { params: of, body: { mode }, revision })
const seen = async (api: Api, of = q4) =>
  api.call('member')(getMeetingMaterial, { params: { ...of, materialType: 'agenda' } })

/** The quarter's agenda is the document Agenda.pdf. */
async function withDocument(of = q4) {
  const api = await agendaApi()
  await api.putPaper('paper', { name: 'Agenda.pdf' })
  await map(api, { documentId: 'paper' }, of)
  return api
}

it('asks before a published agenda takes the place of the Drive document', async () => {
  const api = await withDocument()
  await api.save(q4, board)
  const view = await open(api)
  await userEvent.type(await titleBox(), '!')
  expect(await screen.findByText(/Publish asks before it shows this agenda instead/)).toBeDefined()
  await press('Publish')
  const question = await screen.findByRole('alertdialog', { name: 'Show this agenda for Q4 2026?' })
  expect(question.textContent).toContain(
    'Members see the Drive document as this quarter’s agenda. Show this agenda instead?',
  )
  expect(question.textContent).toContain('“Agenda.pdf” stays mapped')

  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(screen.getByText('Draft')).toBeDefined()
  expect(screen.getByText('Unsaved changes')).toBeDefined()
  expect(await seen(api)).toMatchObject({ kind: 'document' })

  await press('Publish')
  await press('Publish and show this agenda')
  await toasted(view, 'Agenda published. It is now the source of this quarter’s agenda.')
  expect(await seen(api)).toMatchObject({
    kind: 'native',
    agenda: { title: 'Q4 2026 Board Meeting!' },
  })
  expect(screen.getByText('Published')).toBeDefined()
  expect(screen.getByText('Members see what you save at once.')).toBeDefined()
  expect(screen.getByRole('radio', { name: 'Native agenda' })).toHaveProperty('checked', true)
})

it('shows only Published if members see the agenda', async () => {
  const api = await withDocument()
  await api.ports.store.create('agendas', '2026-Q4', { ...board, status: 'published' })
  const view = await open(api)
  expect(await screen.findByText('Published, not shown')).toBeDefined()
  expect(screen.getByText(/Members see the Drive document “Agenda.pdf” instead/)).toBeDefined()
  await userEvent.click(screen.getByRole('radio', { name: 'Native agenda' }))
  await toasted(view, 'Agenda source updated')
  expect(await screen.findByText('Published')).toBeDefined()
})

it('says that a published agenda stays hidden while its slot is inactive', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  await map(api, { active: false })
  const view = await open(api)
  await titleBox()
  await press('Publish')
  await toasted(view, 'Agenda published, not shown: its slot is inactive.')
  expect(await screen.findByText('Published, not shown')).toBeDefined()
  await expect(seen(api)).rejects.toMatchObject({ code: 'notFound' })
})

it('asks before it switches to a drive slot without a document', async () => {
  const api = await agendaApi()
  await api.save(q4, board)
  await api.setStatus(q4, 'published', 1)
  const view = await open(api)
  const drive = await screen.findByRole('radio', { name: 'Google Drive document' })
  await waitFor(() => expect(drive).toHaveProperty('checked', false))
  await userEvent.click(drive)
  const name = 'Take the agenda of Q4 2026 from members?'
  const question = await screen.findByRole('alertdialog', { name })
  expect(question.textContent).toContain('Members see the native agenda now, and would lose it.')
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(drive).toHaveProperty('checked', false)
  expect(await seen(api)).toMatchObject({ kind: 'native' })

  await userEvent.click(drive)
  await press('Change to the Drive document')
  await toasted(view, 'Agenda source updated')
  expect(await screen.findByText('Published, not shown')).toBeDefined()
  expect(screen.getByText(/the source is the Drive document, and none is mapped/)).toBeDefined()
  await expect(seen(api)).rejects.toMatchObject({ code: 'notFound' })
})

it('asks nothing before the source changes to a document that is mapped', async () => {
  const api = await withDocument()
  await source(api, 'native', 1)
  const view = await open(api)
  await titleBox()
  await userEvent.click(screen.getByRole('radio', { name: 'Google Drive document' }))
  await toasted(view, 'Agenda source updated')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(await seen(api)).toMatchObject({ kind: 'document' })
})

it('asks when the mapped document has left the drive since the screen was loaded', async () => {
  const api = await withDocument()
  await source(api, 'native', 1)
  await open(api)
  await titleBox()
  await api.ports.store.delete('documents', 'paper')
  await userEvent.click(screen.getByRole('radio', { name: 'Google Drive document' }))
  expect(
    await screen.findByRole('alertdialog', { name: 'Leave Q4 2026 without an agenda?' }),
  ).toBeDefined()
})

it('asks for the other quarter’s document when a date moves a published agenda there', async () => {
  const api = await withDocument(q3)
  await api.save(q4, board)
  const { location } = await open(api)
  const date = await screen.findByLabelText('Date')
  await userEvent.clear(date)
  await fill(date, '2026-08-20')
  await press('Publish')
  await press('Move to Q3 2026')
  expect(
    await screen.findByRole('alertdialog', { name: 'Show this agenda for Q3 2026?' }),
  ).toBeDefined()
  // It has moved, and is published by the second request.
  expect(await api.stored(q3)).toMatchObject({ status: 'draft' })
  await press('Publish and show this agenda')
  await waitFor(() => expect(location()).toContain('quarter=3'))
  expect(await seen(api, q3)).toMatchObject({ kind: 'native', agenda: { date: '2026-08-20' } })
})

it('shows a moved agenda in its new quarter when its publication isn’t confirmed', async () => {
  const api = await withDocument(q3)
  await api.save(q4, board)
  const { location } = await open(api)
  const date = await screen.findByLabelText('Date')
  await userEvent.clear(date)
  await fill(date, '2026-08-20')
  await press('Publish')
  await press('Move to Q3 2026')
  const question = await screen.findByRole('alertdialog', { name: 'Show this agenda for Q3 2026?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(location()).toContain('quarter=3'))
  expect(await screen.findByText('Draft')).toBeDefined()
  expect(await seen(api, q3)).toMatchObject({ kind: 'document' })
})
