import { mappingId } from '@portal/domain/ids'
import { listMappings } from '@portal/contract/mappings'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import admin from '../remote.ts'
import { mappingsApi, quarter, screenPath } from '../shared/mappings-fixture.ts'
import { fill } from '../shared/fill-fixture.ts'

const cash = mappingId({ kind: 'meeting', ...quarter, materialType: 'cash-flow-summary' })

afterEach(() => {
  cleanup()
  localStorage.clear()
})

it('publishes a quarter after showing what members will see, and puts it back', async () => {
  const api = await mappingsApi()
  const { toasts } = await renderRemote(admin, { path: screenPath, as: 'admin', api })
  const bar = await screen.findByRole('group', { name: 'Publication of Q3 2026' })
  expect(await within(bar).findByText('Members see Q3 2026 now.')).toBeDefined()

  // The first paper of an empty quarter starts it in preparation.
  const row = (await screen.findByRole('rowheader', { name: 'Cash Flow Summary' })).closest('tr')!
  await userEvent.click(within(row).getByRole('button', { name: /^Map Document/ }))
  const form = await screen.findByRole('dialog', { name: 'Map Cash Flow Summary' })
  await fill(await within(form).findByRole('combobox'), 'cash')
  await userEvent.click(await screen.findByRole('option', { name: /Cash flow Q3/ }))
  await userEvent.click(within(form).getByRole('button', { name: 'Save Mapping' }))
  expect(await within(bar).findByText('Members don’t see Q3 2026 yet.')).toBeDefined()
  expect(await api.call('member')(listMappings)).not.toHaveProperty(cash)

  await userEvent.click(within(bar).getByRole('button', { name: 'Publish quarter' }))
  const dialog = await screen.findByRole('dialog', { name: 'Publish Q3 2026?' })
  const shown = await within(dialog).findByRole('region', { name: 'Members will see' })
  expect(shown.textContent).toContain('Cash flow Q3.txt')
  const problems = within(dialog).getByRole('region', { name: 'Look at these first' })
  expect(problems.textContent).toContain('Asset Summary is empty.')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Publish quarter' }))
  expect(await within(bar).findByText('Members see Q3 2026 now.')).toBeDefined()
  expect(await api.call('member')(listMappings)).toHaveProperty(cash)

  await userEvent.click(within(bar).getByRole('button', { name: 'Put back in preparation' }))
  const question = await screen.findByRole('alertdialog')
  await userEvent.click(within(question).getByRole('button', { name: 'Put back in preparation' }))
  expect(await within(bar).findByText('Members don’t see Q3 2026 yet.')).toBeDefined()
  expect(await api.call('member')(listMappings)).not.toHaveProperty(cash)
  await expect.poll(() => toasts.at(-1)?.message).toBe('Q3 2026 is in preparation again')
  toasts.at(-1)!.options!.action!.onSelect()
  expect(await within(bar).findByText('Members see Q3 2026 now.')).toBeDefined()
})

it('names a paper that can’t be opened before the quarter is published', async () => {
  const api = await mappingsApi()
  await api.putPaper('locked', { name: 'Locked.pdf', condition: 'encrypted' })
  await api.save(cash, { documentId: 'locked' })
  await renderRemote(admin, { path: screenPath, as: 'admin', api })
  const bar = await screen.findByRole('group', { name: 'Publication of Q3 2026' })
  await userEvent.click(await within(bar).findByRole('button', { name: 'Put back in preparation' }))
  const question = await screen.findByRole('alertdialog')
  await userEvent.click(within(question).getByRole('button', { name: 'Put back in preparation' }))
  await userEvent.click(await within(bar).findByRole('button', { name: 'Publish quarter' }))
  const dialog = await screen.findByRole('dialog', { name: 'Publish Q3 2026?' })
  const problems = await within(dialog).findByRole('region', { name: 'Look at these first' })
  expect(problems.textContent).toContain(
    'Cash Flow Summary: members read “This paper needs a password',
  )
})
