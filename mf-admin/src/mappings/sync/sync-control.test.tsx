import { syncPoll, triggerSync } from '@portal/contract/sync'
import { renderRemote } from '@portal/remote-kit/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Fault, refusal } from '../../shared/api-fault-fixture.ts'
import admin from '../../remote.ts'
import { driveFile, fixtureDrive, mappingsApi, screenPath } from '../../shared/mappings-fixture.ts'
import { fill } from '../../shared/fill-fixture.ts'
import { timeAgo } from './sync-control.tsx'

type Api = Awaited<ReturnType<typeof mappingsApi>>

const open = (api: Api) => renderRemote(admin, { path: screenPath, as: 'admin', api })
/** Nobody waits for real: `use-sync.test.ts` tests how long a screen waits. */
const { interval } = syncPoll
beforeAll(() => void Object.assign(syncPoll, { interval: 20 }))
afterAll(() => void Object.assign(syncPoll, { interval }))

const button = () => screen.findByRole('button', { name: 'Sync the drive folder' })

it('syncs a new paper, shows the progress, and offers the paper in the picker', async () => {
  const drive = fixtureDrive('Asset summary.txt')
  const api = await mappingsApi(drive)
  const { toasts } = await open(api)
  expect(await screen.findByText(/^Last synced/)).toBeDefined()
  drive.files.push(driveFile('Liquidity note.txt'))
  const release = drive.hold()
  await userEvent.click(await button())
  expect(await screen.findByText(/^Syncing…/)).toBeDefined()
  expect(screen.getByRole('progressbar', { name: 'Syncing the drive folder' })).toBeDefined()
  release()
  await expect
    .poll(() => toasts[0])
    .toEqual({
      message: 'Sync complete. 2 documents available.',
      options: { kind: 'good', duration: 3000 },
    })
  const header = screen.getByRole('rowheader', { name: 'Asset Summary' })
  await userEvent.click(within(header.closest('tr')!).getByRole('button', { name: /Map Document/ }))
  await fill(await screen.findByRole('combobox', { name: 'Document' }), 'liquidity')
  expect(await screen.findByRole('option', { name: /Liquidity note/ })).toBeDefined()
})

it('shows how many files of Google Drive are done, and no total, which isn’t known before the end', async () => {
  const fault: Fault = {}
  const api = await mappingsApi(fixtureDrive('Asset summary.txt'), fault)
  const status = {
    status: 'running',
    runId: 'run',
    progress: { done: 663, total: 700 },
    documents: 1,
    drive: 'google',
  }
  fault.answer = ({ url }) => (url.endsWith('/sync/status') ? Response.json(status) : undefined)
  await open(api)
  expect(await screen.findByText('Syncing… 663 files so far')).toBeDefined()
  const bar = screen.getByRole('progressbar', { name: 'Syncing Google Drive' })
  expect(screen.getByRole('button', { name: 'Sync Google Drive' })).toBeDefined()
  expect(bar.getAttribute('value')).toBeNull()
  expect(bar.getAttribute('aria-valuenow')).toBeNull()
})

it('joins the run that another admin has started', async () => {
  const drive = fixtureDrive('Asset summary.txt')
  const api = await mappingsApi(drive)
  const before = drive.listings
  const release = drive.hold()
  await api.call('admin')(triggerSync)
  const { toasts } = await open(api)
  expect(await screen.findByText(/^Syncing…/)).toBeDefined()
  await userEvent.click(await button())
  release()
  await expect.poll(() => toasts[0]?.message).toMatch(/^Sync complete\. 1 documents/)
  expect(drive.listings - before).toBe(1)
})

it('explains why a sync could not be started or has failed, and starts it the next time', async () => {
  const fault: Fault = {}
  const drive = fixtureDrive('Asset summary.txt')
  const { toasts } = await open(await mappingsApi(drive, fault))
  fault.answer = ({ method, url }) =>
    method === 'POST' && url.endsWith('/sync/trigger')
      ? refusal(503, 'unavailable', 'The drive can’t be reached.')
      : undefined
  await userEvent.click(await button())
  await expect.poll(() => toasts[0]?.message).toBe('Sync failed: The drive can’t be reached.')

  fault.answer = undefined
  const { changes } = drive
  // oxlint-disable-next-line require-yield -- it fails before it yields anything
  drive.changes = async function* () {
    throw new Error('ENOENT')
  }
  await userEvent.click(await button())
  await expect.poll(() => toasts[1]?.message).toMatch(/^Sync (failed: |timed out)/)
  expect(toasts[1]?.options).toEqual({ kind: 'bad', duration: 5000 })
  expect(await screen.findByText('The last sync did not finish')).toBeDefined()

  drive.changes = changes
  await userEvent.click(await button())
  await expect.poll(() => toasts[2]?.message).toBe('Sync complete. 1 documents available.')
})

it.each([
  [0, 'just now'],
  [-5, 'just now'],
  [4, '4 minutes ago'],
  [90, '1 hour ago'],
  [60 * 25, 'yesterday'],
  [60 * 24 * 3, '3 days ago'],
])('describes %i minutes ago', (minutes, words) => {
  expect(timeAgo(1_000_000_000_000 - minutes * 60_000, 1_000_000_000_000)).toBe(words)
})
