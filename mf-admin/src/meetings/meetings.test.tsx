import { getAgenda } from '@portal/contract/agendas'
import { listMeetings } from '@portal/contract/all-meetings'
import { listMappings, saveMapping } from '@portal/contract/mappings'
import { setMeetingStage } from '@portal/contract/new-meetings'
import { getPublication } from '@portal/contract/quarters'
import { ofMeeting } from '@portal/contract/twins'
import { mappingId } from '@portal/domain/ids'
import { agendaSlot } from '@portal/domain/slot-names'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import admin from '../remote.ts'
import { committeeApi, committeeMeeting } from '../shared/committee-fixture.ts'
import { fill } from '../shared/fill-fixture.ts'

const id = committeeMeeting.meeting
const params = { meeting: id }

afterEach(() => {
  cleanup()
  localStorage.clear()
})

async function open(path: string, options?: Parameters<typeof committeeApi>[0]) {
  const { api, call } = await committeeApi(options)
  const view = await renderRemote(admin, { path, as: 'admin', api })
  return { ...view, call }
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('the list of meetings', () => {
  it('lists meetings of every body, and filters them', async () => {
    await open('/admin/meetings/all')
    const coming = await screen.findByRole('table', { name: 'Coming meetings' })
    const row = within(coming).getByRole('row', { name: /Budget meeting/ })
    expect(row.textContent).toContain('Finance Committee · Committee meeting')
    expect(row.textContent).toContain('Friday, December 11, 202610:00 AM – 11:30 AM')
    expect(row.textContent).toContain('In preparation')
    await userEvent.selectOptions(screen.getByLabelText('Whose meetings'), 'Board')
    await waitFor(() => expect(screen.queryByText('Budget meeting')).toBeNull())
  })

  it('creates a meeting, and opens it', async () => {
    const { call, location } = await open('/admin/meetings/all', { hasMeeting: false })
    await press('New meeting')
    const dialog = within(await screen.findByRole('dialog', { name: 'New meeting' }))
    await userEvent.selectOptions(dialog.getByLabelText('Whose meeting'), 'Finance Committee')
    await fill(dialog.getByLabelText(/^Date/), '2026-12-11')
    await userEvent.click(dialog.getByRole('button', { name: 'Create the meeting' }))
    await heading('Finance Committee Meeting')
    expect(location()).toBe(`/admin/meetings/${id}`)
    const { meetings } = await call(listMeetings, { query: { from: '2026-12-01' } })
    expect(meetings).toMatchObject([{ id, kind: 'committee', inPreparation: true }])
  })

  it('leads to the form of the quarter for a quarterly meeting', async () => {
    const { location } = await open('/admin/meetings/all', { hasMeeting: false })
    await press('New meeting')
    const dialog = within(await screen.findByRole('dialog', { name: 'New meeting' }))
    expect(dialog.getByLabelText<HTMLSelectElement>('Kind').value).toBe('quarterly')
    await fill(dialog.getByLabelText(/^Date/), '2027-02-12')
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
    await heading('Create New Meeting')
    expect(location()).toContain('/admin/meetings/new?year=2027&quarter=1')
    expect((await screen.findByLabelText<HTMLInputElement>(/^Date/)).value).toBe('2027-02-12')
  })
})

describe('a meeting of a committee', () => {
  it('has the agenda editor, and keeps its address when its date moves to another quarter', async () => {
    const { call, location } = await open(`/admin/meetings/${id}`)
    await heading('Budget meeting')
    const title = (await screen.findAllByLabelText('Title'))[0]!
    await userEvent.clear(title)
    await fill(title, 'Budget and audit')
    fireEvent.change(screen.getAllByLabelText('Date')[0]!, { target: { value: '2027-02-05' } })
    await press('Save')
    await expect
      .poll(async () => call(ofMeeting(getAgenda), { params }))
      .toMatchObject({ title: 'Budget and audit', date: '2027-02-05' })
    await heading('Budget and audit')
    expect(location()).toBe(`/admin/meetings/${id}`)
  })

  it('takes its agenda from the drive after a question, and maps it first among its papers', async () => {
    const { location } = await open(`/admin/meetings/${id}`)
    await userEvent.click(await screen.findByRole('radio', { name: 'Google Drive document' }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText('Leave Budget meeting without an agenda?')).toBeDefined()
    await userEvent.click(question.getByRole('button', { name: 'Change to the Drive document' }))
    await screen.findByText(/members see no agenda, because no document is mapped yet/)
    await userEvent.click(screen.getByRole('link', { name: 'the meeting’s papers' }))
    await screen.findByRole('rowheader', { name: 'Agenda' })
    expect(location()).toContain(`/admin/meetings/${id}/papers`)
    screen.getByRole('button', { name: 'Map Document Agenda' })
    await press('Details of Agenda')
    for (const name of [/^Up .?Agenda/, /^Remove/, /Not needed/, /Set aside/]) {
      expect(screen.queryByRole('button', { name })).toBeNull()
    }
  })

  it('names a Drive document as its agenda, not the draft that it hides', async () => {
    const { call, go } = await open(`/admin/meetings/${id}`)
    await screen.findByText('Agenda: draft')
    const embedUrl = 'https://airtable.com/embed/agenda'
    await call(saveMapping, {
      params: { id: mappingId(agendaSlot({ meeting: id })) },
      body: { mode: 'drive', embedUrl, embedType: 'airtable' },
      revision: 'new',
    })
    await go('/admin/meetings/all')
    const coming = await screen.findByRole('table', { name: 'Coming meetings' })
    await within(coming).findByText('Agenda: Drive document')
    expect(within(coming).queryByText('Agenda: draft')).toBeNull()
  })

  it('is published after a review, and the message undoes it', async () => {
    const { call, toasts } = await open(`/admin/meetings/${id}`)
    await press('Publish meeting')
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish Budget meeting?' }))
    await dialog.findByText('The agenda is a draft, so members see none.')
    await userEvent.click(dialog.getByRole('button', { name: 'Publish meeting' }))
    await expect
      .poll(async () => (await call(ofMeeting(getPublication), { params })).state)
      .toBe('published')
    await screen.findByText('Members see Budget meeting now.')
    await expect.poll(() => toasts.at(-1)?.message).toBe('Budget meeting is published')
    toasts.at(-1)!.options!.action!.onSelect()
    await screen.findByText('Members don’t see Budget meeting yet.')
    const { state } = await call(ofMeeting(getPublication), { params })
    expect(state).toBe('preparation')
  })

  it('is cancelled after a question, planned again, and not cancelled over what somebody has changed', async () => {
    const { call } = await open(`/admin/meetings/${id}`)
    await press('Cancel the meeting')
    const dialog = within(await screen.findByRole('dialog', { name: /^Cancel .?Budget meeting/ }))
    expect(document.activeElement?.textContent).toBe('Keep the meeting')
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel the meeting' }))
    await screen.findByText('This meeting is cancelled.')
    expect((await call(ofMeeting(getAgenda), { params })).stage).toBe('cancelled')
    await press('Plan it again')
    await waitFor(() => expect(screen.queryByText('This meeting is cancelled.')).toBeNull())

    await press('Cancel the meeting')
    const again = within(await screen.findByRole('dialog'))
    const { revision } = await call(ofMeeting(getAgenda), { params })
    await call(setMeetingStage, { params, body: { stage: 'called' }, revision })
    await userEvent.click(again.getByRole('button', { name: 'Cancel the meeting' }))
    await again.findByText(/Someone else has changed this meeting meanwhile/)
  })

  it('is matched to its event of the calendar, and adopts what differs', async () => {
    const at = (time: string) => ({ dateTime: `2026-12-11T${time}:00-08:00` })
    const event = { id: 'event', summary: 'Budget meeting', start: at('14:00'), end: at('15:00') }
    const { call } = await open(`/admin/meetings/${id}`, { events: [event] })
    await screen.findByText(/The calendar has “.?Budget meeting.?” on Friday/)
    await press('It is this meeting')
    await screen.findByText(/and its event in the calendar differ/)
    expect(screen.getByText('The meeting: Friday, December 11, 2026, 10:00 AM – 11:30 AM.'))
    expect(screen.getByText('The calendar: Friday, December 11, 2026, 2:00 PM – 3:00 PM.'))
    await press('Use the calendar’s')
    await screen.findByText(/It is “.?Budget meeting.?” in the calendar/)
    expect(await call(ofMeeting(getAgenda), { params })).toMatchObject({
      time: '14:00',
      endTime: '15:00',
    })
    await userEvent.click(screen.getByRole('switch', { name: /^Only readers of this meeting/ }))
    await expect
      .poll(async () => (await call(ofMeeting(getAgenda), { params })).eventLimited)
      .toBe(true)
  })

  it('says where there is no meeting', async () => {
    await open('/admin/meetings/2026-12-11-audit')
    await screen.findByText('There is no such meeting')
  })
})

describe('the papers of a meeting', () => {
  const rows = () => screen.queryAllByRole('rowheader').map((row) => row.textContent)
  const drop = async (...names: string[]) => {
    const files = names.map((name) => new File([name], name, { type: 'text/plain' }))
    fireEvent.drop(await screen.findByRole('region', { name: 'Add files' }), {
      dataTransfer: { types: ['Files'], files, items: [] },
    })
  }

  it('adds each dropped file at the end of the list, and moves and removes papers', async () => {
    const { api, call } = await open(`/admin/meetings/${id}/papers`)
    await heading('Budget meeting')
    await screen.findByText('No papers yet')
    // The first file is stored after the second.
    const { request } = api.app
    const stored = Promise.withResolvers<void>()
    let completions = 0
    api.app.request = async (input, init) => {
      const isEnd = typeof input === 'string' && input.endsWith('/complete')
      if (isEnd && (completions += 1) === 1) await stored.promise
      const reply = await request(input, init)
      if (isEnd) stored.resolve()
      return reply
    }
    await drop('Budget outlook.txt', 'Audit letter.txt')
    await waitFor(() => expect(rows()).toEqual(['Budget outlook', 'Audit letter']))
    await press(/^Details of .?Audit letter/)
    await press(/^Up .?Audit letter/)
    await waitFor(() => expect(rows()).toEqual(['Audit letter', 'Budget outlook']))
    await press(/^Remove .?Audit letter/)
    const question = within(await screen.findByRole('alertdialog'))
    await userEvent.click(question.getByRole('button', { name: /^Remove/ }))
    await waitFor(() => expect(rows()).toEqual(['Budget outlook']))
    const left = Object.values(await call(listMappings, { query: { meeting: id } }))
    expect(left.map(({ title }) => title)).toEqual(['Budget outlook'])
  })

  it('copies selected papers to the committee’s next meeting, after a preview', async () => {
    const { api, call, meet } = await committeeApi()
    const { id: next } = await meet('2027-01-15', 'January meeting')
    for (const [order, title] of ['Minutes', 'Report'].entries()) {
      const place = { params: { id: `meeting-${id}--${title.toLowerCase()}` } }
      await call(saveMapping, { ...place, body: { title, order: order + 1 }, revision: 'new' })
    }
    await renderRemote(admin, { path: `/admin/meetings/${id}/papers`, as: 'admin', api })
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }))
    await press('Copy to January meeting, 15 January 2027')
    const title = 'Copy slots to January meeting, 15 January 2027?'
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    expect(await dialog.findAllByText('Copies its name, with no document yet')).toHaveLength(2)
    await userEvent.click(dialog.getByRole('button', { name: 'Copy 2 slots' }))
    await expect
      .poll(async () => Object.values(await call(listMappings, { query: { meeting: next } })))
      .toMatchObject([
        { title: 'Minutes', order: 1 },
        { title: 'Report', order: 2 },
      ])
  })

  it('leads to the board book and to exports, and removes a place that has a name alone', async () => {
    const { api, call } = await committeeApi()
    const place = { params: { id: `meeting-${id}--minutes` }, body: { title: 'Minutes' } }
    await call(saveMapping, { ...place, revision: 'new' })
    await renderRemote(admin, { path: `/admin/meetings/${id}/papers`, as: 'admin', api })
    const more = within(await screen.findByRole('navigation', { name: 'More of this meeting' }))
    const addresses = more.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(addresses).toEqual([`/meetings/book/${id}`, '/admin/export'])
    await press(/^Details of .?Minutes/)
    await press(/^Remove .?Minutes/)
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(/No document is mapped to .?Minutes.? yet/)).toBeDefined()
    await userEvent.click(question.getByRole('button', { name: /^Remove/ }))
    await screen.findByText('No papers yet')
  })

  it('puts a file that is dropped on an item on that item', async () => {
    const { call } = await open(`/admin/meetings/${id}`)
    const add = await screen.findByLabelText('New agenda item')
    await fill(add, 'The budget')
    await press('Add item')
    const item = await screen.findByRole('button', { name: /1\. .?The budget/ })
    const files = [new File(['x'], 'Budget draft.txt', { type: 'text/plain' })]
    fireEvent.drop(item, { dataTransfer: { types: ['Files'], files, items: [] } })
    await screen.findByText(/Budget draft.txt.? is a paper of .?The budget/)
    await press('Save')
    await expect
      .poll(async () => (await call(ofMeeting(getAgenda), { params })).items[0]?.papers?.length)
      .toBe(1)
  })
})
