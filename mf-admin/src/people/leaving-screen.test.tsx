import { testPeople, uidOf } from '@portal/api/testing'
import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import { saveNotesPolicy } from '@portal/contract/notes-policy'
import { listTerms } from '@portal/contract/bodies'
import { todayIn } from '@portal/domain/days'
import { createReleaseToken, listReleaseTokens } from '@portal/contract/release-tokens'
import { listUsers } from '@portal/contract/users'
import { renderRemote } from '@portal/remote-kit/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import admin from '../remote.ts'
import { type Fault, faultyApi, refusal } from '../shared/api-fault-fixture.ts'

const { email } = testPeople.staff
const uid = uidOf(testPeople.staff)

/** The page for Wei Chen, an admin with a release token and an entry in the directory. */
async function open(fault: Fault = {}, { isAdmin = true } = {}) {
  const api = await faultyApi(fault)
  if (isAdmin) {
    await api.call('admin')(addDesignatedAdmin, { body: { email } })
    await api.call('staff')(createReleaseToken, { body: { name: 'main ci', remote: 'meetings' } })
  }
  api.accounts.put({ ...api.accounts.known(uid), lastSignInAt: '2026-11-20T10:00:00Z' })
  const entry = { name: 'Wei Chen', role: 'Director', type: 'staff', email, account: uid }
  await api.ports.store.create('directory', 'wei', entry)
  const term = { person: 'wei', body: 'board', office: 'chair', voting: true, from: '2024-01-01' }
  await api.ports.store.create('terms', 'one', { ...term, name: 'Wei Chen' })
  const { location, toasts } = await renderRemote(admin, {
    path: `/admin/people/accounts/${uid}`,
    as: 'admin',
    api,
  })
  await userEvent.click(await screen.findByRole('link', { name: 'When a person leaves' }))
  await screen.findByRole('heading', { level: 1, name: 'When Wei Chen leaves' })
  return {
    location,
    call: api.call('admin'),
    isErased: () => waitFor(() => expect(toasts.at(-1)?.message).toBe('Wei Chen is erased.')),
  }
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const confirm = async (name: string) => {
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name }))
}
const section = (name: RegExp) => screen.findByRole('region', { name })

describe('the page for a person who leaves', () => {
  it('leads from handing over to erasing', async () => {
    const { location, call, isErased } = await open()
    const carried = await section(/What carries/)
    expect(within(carried).getByRole('link').getAttribute('href')).toContain('/admin/releases')
    await press('Hand over to another admin')
    const dialog = await screen.findByRole('dialog')
    const to = within(dialog).getByRole<HTMLSelectElement>('combobox', { name: 'To' })
    expect(to.value).toBe(testPeople.admin.email)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Hand over' }))
    await screen.findByText('Nothing: no release token, legal hold, preview or upload is theirs.')
    const { tokens } = await call(listReleaseTokens)
    expect(tokens).toMatchObject([{ createdBy: email, owner: testPeople.admin.email }])

    const erase = await screen.findByRole<HTMLButtonElement>('button', { name: 'Erase Wei Chen' })
    expect(erase.disabled).toBe(true)
    await screen.findByText('End their access first.')
    await press('End everything now for Wei Chen')
    await confirm('End everything now for Wei Chen')
    await screen.findByText(/Their access has ended/)
    await press('Erase Wei Chen')
    expect((await screen.findByRole('alertdialog')).textContent).toContain('Backups')
    await confirm('Erase Wei Chen')
    await isErased()
    await waitFor(() => expect(location()).toBe('/admin/users'))
    expect((await call(listUsers)).users.map((user) => user.uid)).not.toContain(uid)
  })

  it('offers no last day for an admin, and says why', async () => {
    await open()
    await screen.findByText('This person is an admin. Revoke the admin rights first.')
    expect(screen.queryByRole('button', { name: 'Set their last day' })).toBeNull()
  })

  it('shows that a legal hold stops erasing, and what is kept', async () => {
    const { call } = await open()
    const holds = [{ reason: 'A claim is being heard.' }]
    await call(saveNotesPolicy, { body: { holds }, revision: 'new' })
    await press('End everything now for Wei Chen')
    await confirm('End everything now for Wei Chen')
    await screen.findByText(/A legal hold keeps notes: “A claim is being heard.”/)
    expect((await section(/What is kept/)).textContent).toContain('The audit')
  })

  it('lists what ends before it ends: terms, assistants and admin rights', async () => {
    const { call } = await open()
    await press('End everything now for Wei Chen')
    const ends = within(await screen.findByRole('list', { name: 'What ends' }))
    expect(ends.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Their sign-in ends. Papers that are open there close.',
      'The account is disabled: they can’t sign in.',
      'They are no longer a designated admin.',
      'Chair of Board: today is the last day of the term.',
      'They aren’t asked about later meetings: replies that they have given to those no longer count, and invitations in their calendar are withdrawn.',
    ])
    await confirm('End everything now for Wei Chen')
    await screen.findByText(/Their access has ended/)
    expect((await call(listTerms)).terms[0]?.to).toBe(todayIn('America/Los_Angeles'))
  })

  it('sets a last day, which ends the terms, and removes it', async () => {
    await open({}, { isAdmin: false })
    await press('Set their last day')
    fireEvent.change(await screen.findByLabelText('Last day'), { target: { value: '2098-12-31' } })
    await press('End their access on 31 December 2098')
    await screen.findByText(/Their access ends at the end of 31 December 2098/)
    await press('Remove the last day of Wei Chen')
    await confirm('Remove the last day')
    await screen.findByRole('button', { name: 'Set their last day' })
  })

  it('keeps the question open with the reason if erasing fails', async () => {
    let fails = true
    const { isErased } = await open({
      answer: async ({ url }) =>
        url.endsWith('/erase') && fails
          ? refusal(503, 'unavailable', 'Please try again.')
          : undefined,
    })
    await press('End everything now for Wei Chen')
    await confirm('End everything now for Wei Chen')
    await screen.findByText(/Their access has ended/)
    await press('Erase Wei Chen')
    await confirm('Erase Wei Chen')
    await screen.findByText('Please try again.')
    fails = false
    await confirm('Erase Wei Chen')
    await isErased()
  })
})
