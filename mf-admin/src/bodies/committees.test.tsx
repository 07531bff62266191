import { addTerms, listTerms, saveBody, saveTerm } from '@portal/contract/bodies'
import { testApi } from '@portal/api/testing'
import { renderRemote } from '@portal/remote-kit/testing'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import admin from '../remote.ts'
import { fill } from '../shared/fill-fixture.ts'

const entry = { type: 'board' } as const
const held = { body: 'board', voting: true, from: '2024-01-01' } as const

async function open(path: string, { hasTerms = true } = {}) {
  const api = await testApi({ now: () => new Date() })
  const put = (id: string, name: string, role: string) =>
    api.ports.store.create('directory', id, { ...entry, name, role })
  await put('ada', 'Ada Park', 'Chair, Finance Committee chair')
  await put('ben', 'Ben Ode', 'Trustee')
  const call = api.call('admin')
  if (hasTerms) {
    await call(saveBody, {
      params: { id: 'finance' },
      body: { name: 'Finance Committee' },
      revision: 'new',
    })
    const terms = [
      { ...held, person: 'ada', office: 'chair' as const, to: dayFromNow(30) },
      { ...held, person: 'ben', office: 'member' as const },
      { ...held, person: 'ben', office: 'treasurer' as const, to: '2024-12-31' },
    ]
    await call(addTerms, { body: { terms } })
  }
  const { toasts, location } = await renderRemote(admin, { path, as: 'admin', api })
  const stored = async () => call(listTerms)
  return { stored, location, lastMessage: () => toasts.at(-1), call }
}

function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

const table = (name: string) => screen.findByRole('table', { name })
const rowNames = (of: HTMLElement) =>
  within(of)
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

it('lists the bodies, and the terms that end soon, whose next term is added', async () => {
  const { stored } = await open('/admin/committees')
  expect(rowNames(await table('Bodies'))).toEqual(['Board', 'Finance Committee'])
  expect(rowNames(await table('Ends within 90 days'))).toEqual(['Ada Park'])
  await press('Add the next term Ada Park, Board')
  await press('Add the term')
  await screen.findByText('No term ends soon.')
  const { terms } = await stored()
  expect(terms.find(({ from }) => from === dayFromNow(31))).toMatchObject({
    person: 'ada',
    office: 'chair',
  })
})

it('adds a committee under a name of its own', async () => {
  await open('/admin/committees')
  await press('Add a committee')
  await fill(await screen.findByRole('textbox', { name: 'Name' }), 'Finance Committee')
  await screen.findByText('There is a committee with this name, or one like it.')
  await userEvent.clear(screen.getByRole('textbox', { name: 'Name' }))
  await fill(screen.getByRole('textbox', { name: 'Name' }), 'Audit & Risk')
  await press('Add the committee')
  const link = await screen.findByRole('link', { name: 'Audit & Risk' })
  expect(link.getAttribute('href')).toBe('/admin/committees/audit-and-risk')
})

it('adds a committee under another name when another admin has just taken the first', async () => {
  const { stored, call } = await open('/admin/committees', { hasTerms: false })
  await press('Add a committee')
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await fill(name, 'Finance')
  const theirs = { name: 'Finance', purpose: 'Watches the budget.' }
  await call(saveBody, { params: { id: 'finance' }, body: theirs, revision: 'new' })
  await press('Add the committee')
  await screen.findByText('There is a committee with this name, or one like it.')
  await fill(name, ' and Audit')
  await press('Add the committee')
  await screen.findByRole('link', { name: 'Finance and Audit' })
  expect((await stored()).bodies).toMatchObject([
    { id: 'board' },
    theirs,
    { id: 'finance-and-audit' },
  ])
})

it('shows who is in office and who was, and adds somebody', async () => {
  const { stored } = await open('/admin/committees/board')
  expect(rowNames(await table('In office'))).toEqual(['Ada Park', 'Ben Ode'])
  expect(rowNames(await table('Past terms'))).toEqual(['Ben Ode'])
  await press('Add somebody')
  await fill(await screen.findByRole('combobox', { name: 'Person' }), 'ben')
  await userEvent.click(await screen.findByRole('option', { name: /Ben Ode/ }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Office' }), 'Observer')
  await press('Add the term')
  await screen.findByRole('heading', { name: 'In office (3)' })
  const { terms } = await stored()
  expect(terms.find(({ office }) => office === 'observer')).toMatchObject({ voting: false })
})

it('shows beside the term why it can’t be added', async () => {
  await open('/admin/committees/board')
  await press('Add somebody')
  await fill(await screen.findByRole('combobox', { name: 'Person' }), 'ben')
  await userEvent.click(await screen.findByRole('option', { name: /Ben Ode/ }))
  await press('Add the term')
  await screen.findByText(/Ben Ode has a term as Member of Board then already/)
})

it('changes a term, shows another admin’s change first, and deletes a term with undo', async () => {
  const { stored, lastMessage, call } = await open('/admin/committees/board')
  await press('Edit Ada Park')
  const { terms } = await stored()
  const { id } = terms.find(({ office }) => office === 'chair')!
  const body = { office: 'chair', voting: true, from: '2023-01-01' } as const
  await call(saveTerm, { params: { id }, body, revision: 1 })
  await fill(screen.getByRole('textbox', { name: 'Appointed by' }), 'Resolution 12')
  await press('Save the term')
  await screen.findByText(/Chair, since 1 January 2023/)
  await press('Save the term')
  await expect.poll(() => lastMessage()?.message).toBe('The term of Ada Park is saved')

  await press('Delete Ada Park')
  await press('Delete the term')
  await screen.findByRole('heading', { name: 'In office (1)' })
  await act(async () => lastMessage()?.options?.action?.onSelect())
  await screen.findByRole('heading', { name: 'In office (2)' })
})

it('names the missing day of a term, and the missing motion of a rule, beside it', async () => {
  await open('/admin/committees/board')
  await press('Edit Ada Park')
  await userEvent.clear(await screen.findByLabelText('First day'))
  await screen.findByText('Choose a day.')
  await press('Cancel')
  await press('Change or confirm the rules')
  await press('Add a motion that needs more')
  await screen.findByText('Name the motion, or remove it.')
  await press('Remove motion 1')
  const add = screen.getByRole('button', { name: 'Add a motion that needs more' })
  await expect.poll(() => document.activeElement).toBe(add)
})

it('saves and confirms the rules, with the quorum of those in office', async () => {
  const { stored } = await open('/admin/committees/board')
  await screen.findByText('More than half of the voting members in office: 2 of 2')
  await press('Change or confirm the rules')
  const preset = await screen.findByRole('combobox', { name: 'Begin with' })
  await userEvent.selectOptions(preset, 'A statute that counts a majority of those present')
  await userEvent.click(screen.getByRole('switch', { name: 'These are the rules of Board' }))
  await press('Save the rules')
  await screen.findByText('Confirmed')
  expect((await stored()).bodies[0]?.rules).toMatchObject({ majority: 'present', confirmed: true })
})

it('gives a committee a color, and takes it away', async () => {
  const { stored } = await open('/admin/committees/finance')
  const choose = async (color: string) => {
    await press('Edit name and color')
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Color' }), color)
    await press('Save')
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    return (await stored()).bodies[1]?.color
  }
  expect(await choose('Teal')).toBe('teal')
  expect(await choose('None')).toBeUndefined()
})

it('shows the board’s meetings only to people with a term, after naming who loses them', async () => {
  const { stored } = await open('/admin/committees/board')
  await press('Show only to people with a term')
  const dialog = await screen.findByRole('alertdialog')
  await within(dialog).findByRole('heading', { name: /No longer see its meetings: \d+ people/ })
  within(dialog).getByText('Wei Chen')
  await press('Show them only to people with a term')
  await screen.findByText(/Whoever has a term in it today/)
  expect((await stored()).bodies[0]).toMatchObject({ openTo: 'terms' })
  await press('Show to every member')
  await screen.findByRole('heading', { name: /See its meetings from now on/ })
})

it('dissolves a committee, which is listed apart', async () => {
  const { stored } = await open('/admin/committees/finance')
  await press('Dissolve')
  await press('Dissolve it')
  await screen.findByText('Dissolved')
  expect((await stored()).bodies[1]).toMatchObject({ state: 'dissolved' })
})

it('proposes terms from the roles in the directory, and adds those that are chosen', async () => {
  const { stored, location } = await open('/admin/directory/terms', { hasTerms: false })
  const proposed = await table('Proposed')
  expect(
    within(proposed)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringContaining('Board Chair'),
    expect.stringContaining('Finance Committee New committeeChair'),
    expect.stringContaining('Board Member'),
  ])
  await userEvent.click(screen.getByRole('checkbox', { name: 'Add Ben Ode, Board' }))
  await press('Add 2 terms')
  await expect.poll(location).toBe('/admin/committees')
  const { bodies, terms } = await stored()
  expect(bodies.map(({ name }) => name)).toEqual(['Board', 'Finance Committee'])
  expect(terms.map(({ person, body }) => `${person} ${body}`).toSorted()).toEqual([
    'ada board',
    'ada finance-committee',
  ])
})
