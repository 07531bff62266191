import { testPeople } from '@portal/api/testing'
import { renderRemote } from '@portal/remote-kit/testing'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import admin from '../../remote.ts'
import { type Fault, faultyApi, refusal } from '../../shared/api-fault-fixture.ts'
import { fill } from '../../shared/fill-fixture.ts'

const { email } = testPeople.member
const entry = { role: 'Trustee', type: 'board' }

async function open(fault: Fault = {}) {
  const api = await faultyApi(fault)
  for (const { uid, providers } of (await api.accounts.list()).accounts) {
    if (!providers.includes('password')) await api.accounts.delete(uid)
  }
  api.accounts.put({ uid: 'ben', email: 'b.ode@larkspur.example', displayName: 'B. Ode' })
  await api.ports.store.create('directory', 'maria', { ...entry, name: 'Maria Lopez', email })
  await api.ports.store.create('directory', 'ben', { ...entry, name: 'Ben Ode' })
  const { toasts } = await renderRemote(admin, { path: '/admin/directory', as: 'admin', api })
  await userEvent.click(await screen.findByRole('link', { name: 'Not linked' }))
  const linkOf = async (id: string) => (await api.ports.store.get('directory', id))?.['account']
  const lastMessage = () => toasts.at(-1)
  return { linkOf, lastMessage }
}

const rowOf = async (name: string) => {
  const table = await screen.findByRole('table', { name: 'Entries without an account' })
  return within(table)
    .getByRole('rowheader', { name: new RegExp(name) })
    .closest('tr')!
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

it('lists why people aren’t linked, and links a pair with one press, which can be undone', async () => {
  const { linkOf, lastMessage } = await open()
  expect((await rowOf('Ben Ode')).textContent).toContain('The entry has no e-mail address.')
  expect((await rowOf('Maria Lopez')).textContent).toContain('only Google accounts')
  await press('Link Maria Lopez')
  await screen.findByRole('heading', { name: 'Entries without an account (1)' })
  expect(await linkOf('maria')).toBeDefined()
  expect(lastMessage()?.message).toBe('Maria Lopez is linked to the account')
  act(() => lastMessage()?.options?.action?.onSelect())
  await screen.findByRole('heading', { name: 'Entries without an account (2)' })
  expect(await linkOf('maria')).toBeUndefined()
})

it('links an entry to an account that the admin chooses', async () => {
  const { linkOf, lastMessage } = await open()
  await press('Choose an account for Ben Ode')
  await fill(await screen.findByRole('combobox', { name: 'Account' }), 'ode')
  await userEvent.click(await screen.findByRole('option', { name: /b\.ode@larkspur/ }))
  await press('Link')
  await expect.poll(() => lastMessage()?.message).toBe('Ben Ode is linked to the account')
  expect(await linkOf('ben')).toBe('ben')
})

it('shows why a link was refused', async () => {
  const sentence = 'This entry has another account.'
  const fault: Fault = {
    answer: ({ method }) => (method === 'PUT' ? refusal(409, 'conflict', sentence) : undefined),
  }
  const { linkOf } = await open(fault)
  await press('Link Maria Lopez')
  await screen.findByText(sentence)
  expect(await linkOf('maria')).toBeUndefined()
})
