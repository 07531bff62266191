import { listDocuments } from '@portal/contract/documents'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import admin from '../../remote.ts'
import { mappingsApi } from '../../shared/mappings-fixture.ts'
import { readUploads } from './uploads-queries.ts'

afterEach(cleanup)

async function open() {
  const api = await mappingsApi()
  await api.putPaper('memo', { source: 'upload', name: 'Succession memo.pdf' })
  await api.putPaper('budget', { source: 'upload', name: 'Budget.pdf' })
  await api.save('meeting-2026-q3-budget-update', { documentId: 'budget' })
  const { toasts } = await renderRemote(admin, { path: '/admin/uploads', as: 'admin', api })
  const row = async (name: string) =>
    (await screen.findByRole('link', { name })).closest<HTMLElement>('li')!
  return { api, row, toasts }
}

it('lists where each upload is used, renames one, and deletes it after naming its slots', async () => {
  const { row } = await open()
  expect((await row('Succession memo.pdf')).textContent).toContain(
    'Not used in any slot. Members don’t see it yet.',
  )
  expect((await row('Budget.pdf')).textContent).toContain(
    'Used in Budget Update, Q3 2026. Members see it now.',
  )
  const press = async (name: string, button: RegExp) =>
    userEvent.click(within(await row(name)).getByRole('button', { name: button }))
  await press('Budget.pdf', /^Rename/)
  const form = await screen.findByRole('dialog', { name: 'Rename Budget.pdf' })
  const field = within(form).getByRole('textbox', { name: 'Name' })
  await userEvent.clear(field)
  await userEvent.type(field, 'Budget 2026.pdf{Enter}')
  await press('Budget 2026.pdf', /^Delete/)
  const question = await screen.findByRole('alertdialog', { name: 'Delete Budget 2026.pdf?' })
  expect(question.textContent).toContain('Budget Update')
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  await expect.poll(() => screen.queryByRole('link', { name: 'Budget 2026.pdf' })).toBeNull()
})

it('closes a folder of the drive to members, and opens it again with Undo', async () => {
  const { api, toasts } = await open()
  const seen = async () => (await api.call('member')(listDocuments)).length
  expect(await seen()).toBe(3)
  const name = 'Show Board papers/2026 Q3 to members'
  const folder = await screen.findByRole('switch', { name })
  await userEvent.click(folder)
  await expect.poll(seen).toBe(1)
  await expect.poll(() => folder.getAttribute('aria-checked')).toBe('false')
  toasts.at(-1)?.options?.action?.onSelect()
  await expect.poll(seen).toBe(3)
  await expect.poll(() => folder.getAttribute('aria-checked')).toBe('true')
})

it('shows fifty at a time, and reads more than one request returns', async () => {
  const api = await mappingsApi()
  for (let number = 0; number < 201; number += 1) {
    await api.putPaper(`paper-${number}`, { source: 'upload', name: `Minutes ${number}.pdf` })
  }
  await renderRemote(admin, { path: '/admin/uploads', as: 'admin', api })
  const links = () => screen.getAllByRole('link', { name: /^Minutes/ })
  await waitFor(() => expect(links()).toHaveLength(50))
  await userEvent.click(screen.getByRole('button', { name: /^Show more/i }))
  await waitFor(() => expect(links()).toHaveLength(100))
  const { papers, total } = await readUploads(api.call('admin'), 'Minutes', 250)
  expect([papers.length, total]).toEqual([201, 201])
})
