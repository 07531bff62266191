import { listTerms } from '@portal/contract/bodies'
import { listDirectory } from '@portal/contract/directory'
import { listMails } from '@portal/contract/mail'
import { listUsers } from '@portal/contract/users'
import { renderRemote } from '@portal/remote-kit/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import admin from '../../remote.ts'
import { type Fault, faultyApi, refusal } from '../../shared/api-fault-fixture.ts'
import { fill } from '../../shared/fill-fixture.ts'

const path = '/admin/directory/import'
const maria = { name: 'Maria Lopez', role: 'Chair', type: 'board', email: 'chair@larkspur.example' }
const list = `Name,Role,E-mail,Phone
Maria Lopez,Chair,CHAIR@larkspur.example,555
Ben Ode,Trustee,ben@larkspur.example,
Cara Im,,cara@larkspur.example,
`

async function open(fault: Fault = {}) {
  const api = await faultyApi(fault)
  await api.ports.store.create('directory', 'maria', maria)
  await renderRemote(admin, { path, as: 'admin', api })
  return {
    paste: async (text: string) => fill(await screen.findByLabelText('List of people'), text),
    directory: () => api.call('member')(listDirectory),
    terms: async () => {
      const { terms } = await api.call('admin')(listTerms)
      return terms.map(({ name, body, office }) => `${name} ${body} ${office}`)
    },
    mails: async () => {
      const { mails } = await api.call('admin')(listMails, { query: {} })
      return mails.map(({ address }) => address).toSorted((a, b) => a.localeCompare(b))
    },
    addresses: async () => (await api.call('admin')(listUsers)).users.map(({ email }) => email),
  }
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const rowOf = (table: HTMLElement, name: RegExp) =>
  within(table).getByRole('rowheader', { name }).closest('tr')!

it('previews a list, imports it, and creates the invitations', async () => {
  const { paste, directory, addresses, mails } = await open()
  await paste(list)
  const preview = await screen.findByRole('table', { name: 'Preview' })
  expect(rowOf(preview, /Maria Lopez/).textContent).toContain('Already thereChanges Phone')
  expect(rowOf(preview, /Ben Ode/).textContent).toContain('New')
  expect(screen.getByRole('status', { name: '' }).textContent).toContain('Line 4: Role is required')
  await press('Import 2 people')
  await screen.findByRole('heading', { name: '2 people imported' })
  expect(await directory()).toMatchObject([
    { name: 'Ben Ode', role: 'Trustee', type: 'board', email: 'ben@larkspur.example' },
    { ...maria, phone: '555' },
  ])
  expect(await addresses()).toEqual(
    expect.arrayContaining(['chair@larkspur.example', 'ben@larkspur.example']),
  )
  expect(await addresses()).not.toContain('cara@larkspur.example')
  await press('Create 2 invitations')
  const link = await screen.findByRole<HTMLInputElement>('textbox', {
    name: 'Invitation of Ben Ode',
  })
  expect(link.value).toMatch(/^http/)
  // A mail has another link: the one that is shown no longer works.
  const bens = within(screen.getByRole('group', { name: 'Invitation of Ben Ode' }))
  await userEvent.click(bens.getByRole('button', { name: 'Send by mail' }))
  await bens.findByText(/A link is on its way by mail/)
  expect(await mails()).toEqual(['ben@larkspur.example'])
  await press('Send 1 invitation by mail')
  await screen.findByText('2 sent by mail.')
  expect(await mails()).toEqual(['ben@larkspur.example', 'chair@larkspur.example'])
  expect(screen.queryByRole('button', { name: 'Copy all' })).toBeNull()
  expect(screen.getByText('On its way by mail')).toBeTruthy()
})

it('imports the terms of a list, adds a missing committee, and repeats none', async () => {
  const { paste, terms } = await open()
  const titles = 'Name\tRole\tE-mail\tCommittee\tOffice\tFrom'
  const lines = [
    'Maria Lopez\t\tchair@larkspur.example\tBoard\tChair\t2024-01-01',
    'Ben Ode\tTrustee\tben@larkspur.example\tBoard\t\t2025-01-01',
    'Ben Ode\tTrustee\tben@larkspur.example\tGrants Committee\tChair\t2025-01-01',
  ]
  const whole = [titles, ...lines].join('\n')
  await paste(whole)
  const preview = await screen.findByRole('table', { name: 'Preview' })
  expect(rowOf(preview, /Maria Lopez/).textContent).toContain('Chair, Board')
  expect(preview.textContent).toContain('As in line 3')
  expect(preview.textContent).toContain('Grants Committee New committee')
  await press('Import 3 lines')
  await screen.findByRole('heading', { name: '3 lines imported' })
  expect(await terms()).toEqual([
    'Ben Ode grants-committee chair',
    'Maria Lopez board chair',
    'Ben Ode board member',
  ])
  await press('Import another list')
  await paste(whole.replace('Chair\t2024', 'Chair\t2023'))
  await press('Import 3 lines')
  await screen.findByRole('heading', { name: '2 lines imported' })
  await screen.findByText(/Maria Lopez has a term as Chair of Board then already/)
  expect(await terms()).toHaveLength(3)
})

it('reports each term of a person by itself, and invites the person once', async () => {
  const { paste, terms } = await open()
  const titles = 'Name\tRole\tE-mail\tCommittee\tOffice\tFrom'
  const ben = 'Ben Ode\tTrustee\tben@larkspur.example'
  await paste(`${titles}\n${ben}\tBoard\t\t2025-01-01`)
  await press('Import 1 line')
  await press('Import another list')
  const lines = [
    `${ben}\tBoard\t\t2024-01-01`,
    `${ben}\tGrants Committee\tChair\t2025-01-01`,
    'Maria Lopez\t\tchair@larkspur.example\tgrants committee\t\t2025-01-01',
  ]
  await paste([titles, ...lines].join('\n'))
  await press('Import 3 lines')
  // Ben Ode is a member of the board already.
  await screen.findByRole('heading', { name: '2 lines imported' })
  expect(await terms()).toEqual([
    'Ben Ode grants-committee chair',
    'Ben Ode board member',
    'Maria Lopez grants-committee member',
  ])
  await screen.findByRole('button', { name: 'Create 2 invitations' })
})

it('takes the role from the admin, and leaves out whom the admin leaves out', async () => {
  const { paste, directory, addresses } = await open()
  await paste(list)
  await fill(await screen.findByLabelText('Role if it is missing'), 'Trustee')
  await userEvent.click(await screen.findByRole('checkbox', { name: /Ben Ode/ }))
  await userEvent.click(screen.getByRole('switch', { name: /Create accounts/ }))
  await press('Import 2 people')
  await screen.findByRole('heading', { name: '2 people imported' })
  expect((await directory()).map(({ name }) => name)).toEqual(['Cara Im', 'Maria Lopez'])
  expect(await addresses()).not.toContain('cara@larkspur.example')
})

it('maps a column that it doesn’t know', async () => {
  const { paste } = await open()
  await paste('Name\tDuty\nBen Ode\tTrustee')
  await screen.findByText('Line 2: Role is required')
  await userEvent.selectOptions(screen.getByLabelText('Duty'), 'Role')
  expect(await screen.findByRole('button', { name: 'Import 1 person' })).toHaveProperty(
    'disabled',
    false,
  )
})

it('reads a dropped file, and refuses a workbook', async () => {
  const { directory } = await open()
  const area = await screen.findByLabelText('List of people')
  const drop = (bytes: string) =>
    fireEvent.drop(area, {
      dataTransfer: { types: ['Files'], files: [new File([bytes], 'l.csv')] },
    })
  drop('PK\u0003\u0004')
  await screen.findByText(/^This is a workbook/)
  drop('Name,Role\nBen Ode,Trustee')
  await press('Import 1 person')
  await screen.findByText('Added to the directory')
  expect(await directory()).toHaveLength(2)
})

it('keeps the list if the import fails, and completes it', async () => {
  const fault: Fault = {
    answer: ({ url }) =>
      url.endsWith('/people/import')
        ? refusal(503, 'unavailable', 'The database can’t be reached.')
        : undefined,
  }
  const { paste } = await open(fault)
  await paste(list)
  await press('Import 2 people')
  await screen.findByText(/^The database can’t be reached\. Import the list again/)
  fault.answer = undefined
  await press('Import 2 people')
  await screen.findByRole('heading', { name: '2 people imported' })
})
