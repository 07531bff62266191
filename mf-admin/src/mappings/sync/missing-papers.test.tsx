import { saveMapping } from '@portal/contract/mappings'
import { getSyncStatus, syncPoll, triggerSync } from '@portal/contract/sync'
import { renderRemote } from '@portal/remote-kit/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Fault, refusal } from '../../shared/api-fault-fixture.ts'
import admin from '../../remote.ts'
import { driveFile, fixtureDrive, mappingsApi, screenPath } from '../../shared/mappings-fixture.ts'

/** Nobody waits for real: `use-sync.test.ts` tests how long a screen waits. */
const { interval } = syncPoll
beforeAll(() => void Object.assign(syncPoll, { interval: 20 }))
afterAll(() => void Object.assign(syncPoll, { interval }))

const names = Array.from({ length: 14 }, (_, n) => `Paper ${String(n + 1).padStart(2, '0')}.txt`)

/** A portal with 14 papers, one of them mapped. The first papers are gone from the drive. */
async function opened(lost: number, fault: Fault = {}) {
  const drive = fixtureDrive(...names)
  const api = await mappingsApi(drive, fault)
  const sync = async () => {
    await api.call('admin')(triggerSync)
    await api.features.sync.idle()
  }
  await api.call('admin')(saveMapping, {
    params: { id: 'governance-bylaws' },
    body: { documentId: driveFile('Paper 02.txt').id },
    revision: 'new',
  })
  drive.files.splice(0, lost)
  await sync()
  const rendered = await renderRemote(admin, { path: screenPath, as: 'admin', api })
  return { ...rendered, api, drive, sync }
}

const review = () => screen.findByRole('button', { name: 'Review the papers' })
const dialog = () => screen.findByRole('alertdialog')
const documents = async (api: Awaited<ReturnType<typeof opened>>['api']) =>
  (await api.call('admin')(getSyncStatus)).documents

it('shows that papers are missing and that nothing was removed, and names them all', async () => {
  await opened(14)
  expect(await screen.findByText('The drive no longer has 14 of 14 papers.')).toBeDefined()
  expect(screen.getByText(/Nothing was removed: members still see them\./)).toBeDefined()
  expect(screen.getByText(/Missing: “Paper 02\.txt”, .* and 11 more\./)).toBeDefined()
  expect(screen.getByText(/bring it back and sync again/)).toBeDefined()
  await userEvent.click(await review())
  const question = await dialog()
  expect(
    within(question).getByRole('heading', { name: 'Remove 14 papers from the portal?' }),
  ).toBeDefined()
  expect(document.activeElement?.textContent).toBe('Cancel')
  const mapped = within(question).getByRole('heading', { name: 'Mapped elsewhere' }).parentElement!
  expect(mapped.textContent).toContain('Paper 02.txt')
  expect(mapped.textContent).toContain('Bylaws')
  await userEvent.click(within(question).getByText('13 papers that are mapped to nothing'))
  for (const name of names) expect(within(question).getByText(name)).toBeDefined()
})

it('shows the current list when it has changed since it was opened, and removes that one', async () => {
  const { api, drive, sync } = await opened(4)
  await userEvent.click(await review())
  const question = await dialog()
  drive.files.splice(0, 1)
  await sync()
  await userEvent.click(within(question).getByRole('button', { name: 'Remove them' }))
  expect(await within(question).findByText(/The list has changed meanwhile/)).toBeDefined()
  expect(
    within(question).getByRole('heading', { name: 'Remove 5 papers from the portal?' }),
  ).toBeDefined()
  expect(within(question).getByText('Paper 05.txt')).toBeDefined()
  expect(await documents(api)).toBe(14)
  await userEvent.click(within(question).getByRole('button', { name: 'Remove them' }))
  await expect.poll(() => documents(api)).toBe(9)
})

it('reports that the papers have come back meanwhile', async () => {
  const { api, drive, sync, toasts } = await opened(4)
  await userEvent.click(await review())
  const question = await dialog()
  drive.files.unshift(...names.slice(0, 4).map((name) => driveFile(name)))
  await sync()
  await userEvent.click(within(question).getByRole('button', { name: 'Remove them' }))
  await expect.poll(() => toasts[0]?.message).toMatch(/^There is nothing left to remove/)
  await expect.poll(() => screen.queryByText(/The drive no longer has/)).toBeNull()
  expect(await documents(api)).toBe(14)
})

it('removes them only when an admin confirms, and explains why they could not be removed', async () => {
  const fault: Fault = {}
  const { api, toasts } = await opened(4, fault)
  await userEvent.click(await review())
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull()
  expect(await documents(api)).toBe(14)
  expect(screen.getByText('The drive no longer has 4 of 14 papers.')).toBeDefined()

  await userEvent.click(await review())
  const question = await dialog()
  const remove = () =>
    userEvent.click(within(question).getByRole('button', { name: 'Remove them' }))
  fault.answer = ({ url }) =>
    url.endsWith('/api/sync/removals')
      ? refusal(507, 'storageFull', 'The data folder is full.')
      : undefined
  await remove()
  expect((await within(question).findByRole('alert')).textContent).toBe('The data folder is full.')
  fault.answer = () => new Response(null, { status: 502 })
  await remove()
  expect(
    await within(question).findByText('The papers could not be removed. Please try again.'),
  ).toBeDefined()
  fault.answer = undefined
  await remove()
  await expect
    .poll(() => toasts[0])
    .toEqual({
      message: '4 papers removed. Members no longer see them.',
      options: { kind: 'good', duration: 5000 },
    })
  expect(await documents(api)).toBe(10)
  await expect.poll(() => screen.queryByText(/The drive no longer has/)).toBeNull()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('clears the notice when the papers are back after another sync', async () => {
  const { drive, toasts } = await opened(4)
  await review()
  drive.files.unshift(...names.slice(0, 4).map((name) => driveFile(name)))
  await userEvent.click(await screen.findByRole('button', { name: 'Sync the drive folder' }))
  await expect.poll(() => toasts[0]?.message, { timeout: 5000 }).toMatch(/^Sync complete\. 14/)
  await expect.poll(() => screen.queryByText(/The drive no longer has/)).toBeNull()
})
