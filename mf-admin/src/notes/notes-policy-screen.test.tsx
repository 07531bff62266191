import { testPeople } from '@portal/api/testing'
import { saveBody } from '@portal/contract/bodies'
import { removeDesignatedAdmin, addDesignatedAdmin } from '@portal/contract/designated-admins'
import { getNotesPolicy, type NotesPolicy, saveNotesPolicy } from '@portal/contract/notes-policy'
import { createMeeting } from '@portal/contract/new-meetings'
import { dayAfter, dayOf, shortDayText, todayIn } from '@portal/domain/days'
import { quarterName, quarterOf } from '@portal/domain/quarter'
import { keepDocument, mapSlot, renderRemote } from '@portal/remote-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import admin from '../remote.ts'
import { type Fault, faultyApi, refusal } from '../shared/api-fault-fixture.ts'
import { fill } from '../shared/fill-fixture.ts'

const path = '/admin/notes-policy'
const zone = 'America/Los_Angeles'
const q4 = { year: 2026, quarter: 4 }

type Change = { days?: number; holds?: { quarter?: typeof q4; reason: string }[] }
type Api = Awaited<ReturnType<typeof faultyApi>>

const stored = (api: Api) => api.call('admin')(getNotesPolicy)
async function save(api: Api, { holds = [], ...rest }: Change): Promise<NotesPolicy> {
  const { revision = 'new' } = await stored(api)
  return api.call('admin')(saveNotesPolicy, { body: { ...rest, holds }, revision })
}

async function open(change?: Change, fault: Fault = {}) {
  const api = await faultyApi(fault)
  if (change) await save(api, change)
  const view = await renderRemote(admin, { path, as: 'admin', api })
  return { ...view, api, messages: () => view.toasts.map(({ message }) => message) }
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const question = async () => within(await screen.findByRole('alertdialog'))

async function typeDays(days: string) {
  await press('Change the rule')
  const form = await dialog('When notes are destroyed')
  await userEvent.selectOptions(form.getByLabelText('Notes are'), 'destroyed')
  const field = form.getByLabelText('Days after the meeting')
  await userEvent.clear(field)
  if (days) await fill(field, days)
  return form
}

describe('the rule', () => {
  it('has no rule by default', async () => {
    const { api } = await open()
    expect(await screen.findByText('Notes are kept until their owners remove them.')).toBeDefined()
    expect(screen.getByText('No notes are on hold.')).toBeDefined()
    expect(await stored(api)).not.toHaveProperty('days')
  })

  it('asks before a rule is switched on, states the consequence and focuses Cancel', async () => {
    const { api, messages } = await open()
    const form = await typeDays('30')
    await userEvent.click(form.getByRole('button', { name: 'Save the rule' }))
    const opened = await question()
    expect(opened.getByText(/is destroyed 30 days after it\. That can’t be undone/)).toBeDefined()
    expect(opened.getByText(/destroyed in 7 days at the earliest/)).toBeDefined()
    const cancel = opened.getByRole('button', { name: 'Cancel' })
    await waitFor(() => expect(document.activeElement).toBe(cancel))
    await userEvent.click(cancel)
    expect(await stored(api)).not.toHaveProperty('days')
    await userEvent.click(form.getByRole('button', { name: 'Save the rule' }))
    await press('Destroy notes after 30 days')
    expect(await screen.findByText('Notes are destroyed 30 days after the meeting.')).toBeDefined()
    expect(await stored(api)).toMatchObject({ days: 30 })
    expect(messages()).toEqual(['The rule for notes is saved.'])
  })

  it('asks before the time is shortened, but not before it is lengthened', async () => {
    const { api } = await open({ days: 30 })
    const shorter = await typeDays('10')
    await userEvent.click(shorter.getByRole('button', { name: 'Save the rule' }))
    await userEvent.click((await question()).getByRole('button', { name: 'Cancel' }))
    const field = shorter.getByLabelText('Days after the meeting')
    await userEvent.clear(field)
    await userEvent.type(field, '90')
    await userEvent.click(shorter.getByRole('button', { name: 'Save the rule' }))
    expect(await screen.findByText('Notes are destroyed 90 days after the meeting.')).toBeDefined()
    expect(await stored(api)).toMatchObject({ days: 90 })
  })

  it('switches the rule off without confirmation, and keeps the holds', async () => {
    const { api } = await open({ days: 30, holds: [{ reason: 'Inquiry' }] })
    await press('Change the rule')
    const form = await dialog('When notes are destroyed')
    await userEvent.selectOptions(form.getByLabelText('Notes are'), 'kept')
    await userEvent.click(form.getByRole('button', { name: 'Save the rule' }))
    expect(await screen.findByText('Notes are kept until their owners remove them.')).toBeDefined()
    const { days, holds } = await stored(api)
    expect(days).toBeUndefined()
    expect(holds).toMatchObject([{ reason: 'Inquiry' }])
  })

  it('can’t be saved with anything but a whole number of days', async () => {
    await open()
    const form = await typeDays('')
    const field = form.getByLabelText('Days after the meeting')
    for (const days of ['', '0', '1.5', '3651']) {
      await userEvent.clear(field)
      if (days) await fill(field, days)
      expect(form.getByRole('alert').textContent).toMatch(/^A whole number from 1 to 3,650/)
      expect(form.getByRole('button', { name: 'Save the rule' })).toHaveProperty('disabled', true)
    }
  })

  it('shows another admin’s save before replacing it', async () => {
    const { api } = await open({ days: 30 })
    const form = await typeDays('60')
    await save(api, { days: 45, holds: [{ quarter: q4, reason: 'Inquiry' }] })
    await userEvent.click(form.getByRole('button', { name: 'Save the rule' }))
    const notice = await form.findByRole('alert')
    expect(notice.textContent).toMatch(/Ruth Abelman.? has changed this meanwhile/)
    expect(notice.textContent).toContain('You saw: Notes are destroyed 30 days')
    expect(notice.textContent).toContain(
      'Now: Notes are destroyed 45 days after the meeting. On hold: Notes on papers of Q4 2026 (Inquiry).',
    )
    expect(await stored(api)).toMatchObject({ days: 45 })
    await userEvent.click(form.getByRole('button', { name: 'Save the rule' }))
    expect(await screen.findByText('Notes are destroyed 60 days after the meeting.')).toBeDefined()
    expect(await stored(api)).toMatchObject({ days: 60, holds: [{ reason: 'Inquiry' }] })
  })

  it('keeps the entry if it can’t be saved, and saves it on the next try', async () => {
    const fault: Fault = {}
    const { api } = await open({ days: 30 }, fault)
    fault.answer = ({ method }) =>
      method === 'PUT' ? refusal(507, 'storageFull', 'The data folder is full.') : undefined
    const form = await typeDays('60')
    await userEvent.click(form.getByRole('button', { name: 'Save the rule' }))
    expect(await form.findByText('The data folder is full.')).toBeDefined()
    fault.answer = undefined
    await userEvent.click(form.getByRole('button', { name: 'Save the rule' }))
    expect(await screen.findByText('Notes are destroyed 60 days after the meeting.')).toBeDefined()
    expect(await stored(api)).toMatchObject({ days: 60 })
  })
})

describe('the notes that are destroyed next', () => {
  it('are listed with their day', async () => {
    const api = await faultyApi()
    const today = todayIn(zone)
    const ended = quarterOf(new Date(`${dayAfter(today, -370)}T12:00:00Z`), zone)
    await keepDocument(api, 'budget', 3)
    await mapSlot(api, `meeting-${ended.year}-q${ended.quarter}-budget-vs-actual`, {
      documentId: 'budget',
    })
    await save(api, { days: 30 })
    await renderRemote(admin, { path, as: 'admin', api })
    const day = shortDayText(dayAfter(today, 7), today)
    const next = await screen.findByText('Destroyed next')
    expect(next.closest('div')!.textContent).toContain(
      `Notes on papers of ${quarterName(ended)}, on ${day}`,
    )
    expect(screen.getByText(`The rule or a hold has changed: nothing is destroyed before ${day}.`))
  })

  it('are replaced by a sentence if there are none', async () => {
    await open({ days: 30 })
    expect(await screen.findByText('No notes are destroyed in the next 7 days.')).toBeDefined()
  })
})

describe('legal holds', () => {
  it('are added with a reason, and show since when and by whom', async () => {
    const { api } = await open({ days: 30 })
    await press('Add a hold')
    const form = await dialog('Add a legal hold')
    const hold = form.getByRole('button', { name: 'Hold the notes' })
    expect(hold).toHaveProperty('disabled', true)
    await fill(form.getByLabelText('Reason'), 'State inquiry into the grants of 2026')
    await userEvent.click(hold)
    const list = within(await screen.findByRole('list', { name: 'Legal holds' }))
    expect(list.getByRole('heading', { name: 'All notes' })).toBeDefined()
    expect(list.getByText('State inquiry into the grants of 2026')).toBeDefined()
    const policy = await stored(api)
    const since = shortDayText(dayOf(new Date(policy.holds[0]!.at), zone), todayIn(zone))
    expect(await list.findByText(`Since ${since}, by Ruth Abelman`)).toBeDefined()
    expect(policy).toMatchObject({ days: 30, holds: [{ by: testPeople.admin.email }] })
  })

  it('can be limited to the papers of a quarter', async () => {
    const { api } = await open()
    const now = quarterOf(new Date(), zone)
    await press('Add a hold')
    const form = await dialog('Add a legal hold')
    const name = `Notes on papers of ${quarterName(now)}`
    await userEvent.selectOptions(form.getByLabelText('Notes on hold'), name)
    await fill(form.getByLabelText('Reason'), 'Inquiry')
    await userEvent.click(form.getByRole('button', { name: 'Hold the notes' }))
    expect(await screen.findByRole('heading', { name })).toBeDefined()
    expect((await stored(api)).holds).toMatchObject([{ quarter: now }])
  })

  it('can be limited to the papers of another meeting, and be lifted again', async () => {
    const api = await faultyApi()
    const call = api.call('admin')
    const name = { name: 'Finance Committee' }
    await call(saveBody, { params: { id: 'finance' }, body: name, revision: 'new' })
    const date = dayAfter(todayIn(zone), -30)
    const meeting = { body: 'finance', kind: 'committee', date, title: 'Budget' } as const
    const { id } = await call(createMeeting, { body: { key: crypto.randomUUID(), ...meeting } })
    await renderRemote(admin, { path, as: 'admin', api })
    await press('Add a hold')
    const form = await dialog('Add a legal hold')
    const option = await form.findByRole('option', { name: /^Notes on papers of Budget, / })
    await userEvent.selectOptions(form.getByLabelText('Notes on hold'), option)
    await fill(form.getByLabelText('Reason'), 'Inquiry')
    await userEvent.click(form.getByRole('button', { name: 'Hold the notes' }))
    await screen.findByRole('heading', { name: /^Notes on papers of Budget/ })
    const held = async () => (await stored(api)).meetingHolds ?? []
    expect(await held()).toMatchObject([{ meeting: { id }, reason: 'Inquiry' }])
    await press(/^Lift the hold: Notes on papers of Budget/)
    await userEvent.click((await question()).getByRole('button', { name: 'Lift the hold' }))
    await expect.poll(held).toEqual([])
  })

  it('are added to another admin’s save once that has been shown', async () => {
    const { api } = await open({ days: 30 })
    await press('Add a hold')
    const form = await dialog('Add a legal hold')
    await fill(form.getByLabelText('Reason'), 'Inquiry')
    await save(api, { days: 60, holds: [{ quarter: q4, reason: 'Audit' }] })
    await userEvent.click(form.getByRole('button', { name: 'Hold the notes' }))
    expect((await form.findByRole('alert')).textContent).toContain('Now: Notes are destroyed 60')
    await userEvent.click(form.getByRole('button', { name: 'Hold the notes' }))
    await screen.findByText('Inquiry')
    expect(await stored(api)).toMatchObject({
      days: 60,
      holds: [{ reason: 'Audit' }, { reason: 'Inquiry' }],
    })
  })

  it('are lifted only after confirmation, and the others stay', async () => {
    const holds = [{ reason: 'Audit' }, { quarter: q4, reason: 'Inquiry' }]
    const { api, messages } = await open({ days: 30, holds })
    await press('Lift the hold: Notes on papers of Q4 2026')
    const opened = await question()
    expect(opened.getByText(/destroyed by the rule again, in 7 days at the earliest/)).toBeDefined()
    const cancel = opened.getByRole('button', { name: 'Cancel' })
    await waitFor(() => expect(document.activeElement).toBe(cancel))
    await userEvent.click(opened.getByRole('button', { name: 'Lift the hold' }))
    await waitFor(() => expect(screen.queryByText('Inquiry')).toBeNull())
    expect((await stored(api)).holds).toMatchObject([{ reason: 'Audit' }])
    expect(messages()).toEqual(['The hold is lifted.'])
  })
})

it('shows an error when the policy can’t be read, and tries again', async () => {
  const fault: Fault = {
    answer: ({ url }) =>
      url.endsWith('/api/notes/policy') ? new Response(null, { status: 503 }) : undefined,
  }
  await open(undefined, fault)
  expect(await screen.findByText('Failed to load the policy for notes')).toBeDefined()
  fault.answer = undefined
  await press('Try Again')
  expect(await screen.findByText('No notes are on hold.')).toBeDefined()
})

it('sends a former admin to the dashboard', async () => {
  const { email } = testPeople.staff
  const api = await faultyApi()
  await api.call('admin')(addDesignatedAdmin, { body: { email } })
  const { location, toasts } = await renderRemote(admin, { path, as: 'staff', api })
  await press('Add a hold')
  const form = await dialog('Add a legal hold')
  await fill(form.getByLabelText('Reason'), 'Inquiry')
  await api.call('admin')(removeDesignatedAdmin, { query: { email } })
  await userEvent.click(form.getByRole('button', { name: 'Hold the notes' }))
  await waitFor(() => expect(location()).toBe('/'))
  expect(toasts[0]?.message).toMatch(/^Your admin rights have ended\./)
})
