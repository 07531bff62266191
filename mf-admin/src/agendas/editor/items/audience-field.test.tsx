import { testApi, testPeople, uidOf } from '@portal/api/testing'
import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import { getAgenda, saveAgenda } from '@portal/contract/agendas'
import { invite } from '@portal/contract/guests'
import { listAgendaTemplates } from '@portal/contract/agenda-templates'
import { saveMapping } from '@portal/contract/mappings'
import { listUploads } from '@portal/contract/uploads'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import admin from '../../../remote.ts'
import { fill } from '../../../shared/fill-fixture.ts'

const params = { year: 2026, quarter: 4 }
const path = '/admin/meeting-agenda?year=2026&quarter=4'
const named = { who: 'named' as const, named: ['ruth', 'maria'] }
const welcome = { id: 'open', title: 'Welcome', time: '09:00', duration: 60 }
const pay = { id: 'pay', title: 'Succession', time: '10:00', duration: 30 }

afterEach(() => {
  cleanup()
  localStorage.clear()
})

/** Ruth and Wei are admins, Maria is a member; each has an entry in the directory. */
async function open(items: object[], { as = 'admin' }: { as?: 'admin' | 'staff' } = {}) {
  const api = await testApi({ now: () => new Date('2026-11-12T20:00:00Z') })
  for (const [id, name, who] of [
    ['ruth', 'Ruth Abelman', 'admin'],
    ['wei', 'Wei Chen', 'staff'],
    ['maria', 'Maria Lopez', 'member'],
  ] as const) {
    const entry = { name, role: 'Trustee', type: 'board', account: uidOf(testPeople[who]) }
    await api.ports.store.create('directory', id, entry)
  }
  const call = api.call('admin')
  await call(addDesignatedAdmin, { body: { email: testPeople.staff.email } })
  const body = { title: 'Board Meeting', date: '2026-11-20', items }
  await call(saveAgenda, { params, body, revision: 'new' })
  const view = await renderRemote(admin, { path, as, api })
  const stored = async () => (await call(getAgenda, { params })).items
  return { ...view, api, call, stored }
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const openItem = async (name: RegExp) => userEvent.click(await button(name))

describe('who can read an item', () => {
  it('is chosen with a preview of exactly who that is, and saved with the agenda', async () => {
    const { stored } = await open([welcome, pay])
    await openItem(/2\. .?Succession/)
    expect(screen.getByText('Everybody who sees the meeting.')).toBeDefined()
    await userEvent.click(await button(/^Change who can read .?Succession/))
    const dialog = within(await screen.findByRole('dialog', { name: /Who can read/ }))
    await userEvent.click(dialog.getByRole('radio', { name: /^Named people/ }))
    // Nobody is named yet, so no admin could prepare it.
    await dialog.findByText(/No admin could prepare this item any more/)
    for (const name of ['Ruth Abelman', 'Maria Lopez']) {
      await fill(await dialog.findByRole('combobox', { name: 'People' }), name)
      await userEvent.click(await screen.findByRole('option', { name: new RegExp(name) }))
    }
    const readers = dialog.getByRole('region', { name: 'Who will be able to read it' })
    await within(readers).findByText(/2 people will be able to read it/)
    expect(readers.textContent).toMatch(/Mar.*Ruth/)
    await userEvent.click(dialog.getByRole('button', { name: 'Use this' }))
    await screen.findByText(/^Only Ruth Abelman, Maria Lopez\. The others see/)
    expect((await stored())[1]?.audience).toBeUndefined()
    await userEvent.click(await button('Save'))
    await expect.poll(async () => (await stored())[1]?.audience).toMatchObject(named)
  })

  it('is opened again for everybody', async () => {
    const { stored } = await open([welcome, { ...pay, audience: named }])
    await openItem(/2\. .?Succession/)
    await userEvent.click(await button(/^Change who can read .?Succession/))
    const dialog = within(await screen.findByRole('dialog', { name: /Who can read/ }))
    await userEvent.click(dialog.getByRole('radio', { name: /^Everybody/ }))
    await dialog.findByText('They couldn’t before:', { exact: false })
    await userEvent.click(dialog.getByRole('button', { name: 'Use this' }))
    await userEvent.click(await button('Save'))
    await expect.poll(async () => (await stored())[1]?.audience).toBeUndefined()
  })
})

it('names the guest who was invited to the item', async () => {
  const { api, call } = await open([welcome, { ...pay, audience: named }])
  const who = { name: 'Sam Guest', email: 'sam@elsewhere.example' }
  const asked = { meeting: '2026-Q4', items: ['pay'], until: '2026-11-21' }
  await call(invite, { body: { who, ...asked } })
  cleanup()
  await renderRemote(admin, { path, as: 'admin', api })
  await openItem(/2\. .?Succession/)
  await screen.findByText(/^Only Ruth Abelman, Maria Lopez, Sam Guest\./)
})

describe('a closed session of others', () => {
  it('is shown with its time alone, can’t be opened, and stays what it is', async () => {
    const { stored } = await open([welcome, { ...pay, audience: named }], { as: 'staff' })
    const line = await screen.findByText(/2\. .?Closed session/)
    expect(line.closest('li')!.textContent).toContain('30')
    expect(screen.queryByText(/Succession/)).toBeNull()
    expect(screen.queryByRole('button', { name: /2\. .?Closed session/ })).toBeNull()
    await openItem(/1\. .?Welcome/)
    const title = (await screen.findAllByLabelText('Title')).at(-1)!
    await userEvent.clear(title)
    await fill(title, 'Hello')
    await userEvent.click(await button('Save'))
    await expect.poll(async () => (await stored())[0]?.title).toBe('Hello')
    expect((await stored())[1]).toMatchObject({ ...pay, audience: named })
  })
})

it('doesn’t become part of a template', async () => {
  const { call } = await open([welcome, { ...pay, audience: named }])
  await userEvent.click(await button('Save as template'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as template' }))
  expect(dialog.getByText(/Closed items don’t become part of a template/)).toBeDefined()
  await fill(dialog.getByRole('textbox'), 'Regular meeting')
  await userEvent.click(dialog.getByRole('button', { name: 'Save template' }))
  await expect
    .poll(async () => (await call(listAgendaTemplates))[0]?.items.map(({ title }) => title))
    .toEqual(['Welcome'])
})

it('closes a file that is dropped on a closed item from its first byte', async () => {
  const { api, stored } = await open([welcome, { ...pay, audience: named }])
  const line = await button(/2\. .?Succession/)
  const files = [new File(['x'], 'Contract.txt', { type: 'text/plain' })]
  fireEvent.drop(line, { dataTransfer: { types: ['Files'], files, items: [] } })
  await expect.poll(async () => (await stored())[1]?.papers).toHaveLength(1)
  await screen.findByText(/^Added to .?Succession.?, and saved\./)
  const seen = async (as: 'admin' | 'staff') =>
    (await api.call(as)(listUploads)).papers.map(({ document }) => document.name)
  expect(await seen('admin')).toContain('Contract.txt')
  expect(await seen('staff')).not.toContain('Contract.txt')
})

it('asks before a paper of a closed item is shown to more people', async () => {
  const budget = { id: 'budget', title: 'Budget', time: '10:30', duration: 30 }
  const papers = [{ materialType: 'budget-update' }]
  const { api, call, stored } = await open([welcome, pay, budget])
  await api.putPaper('paper')
  const slot = { id: 'meeting-2026-q4-budget-update' }
  await call(saveMapping, { params: slot, body: { documentId: 'paper' }, revision: 'new' })
  const closed = { ...pay, audience: named, papers }
  const body = { items: [welcome, closed, budget] }
  await call(saveAgenda, { params, body, revision: 1 })
  cleanup()
  await renderRemote(admin, { path, as: 'admin', api })
  await openItem(/3\. .?Budget/)
  await userEvent.click(await button(/^Add .?Budget Update.? to .?Budget/))
  await userEvent.click(await button('Save'))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/belongs to a closed session/)).toBeDefined()
  await userEvent.click(question.getByRole('button', { name: 'Save and show it to them' }))
  await expect.poll(async () => (await stored())[2]?.papers).toEqual(papers)
})
