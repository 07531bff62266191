import { listNotes } from '@portal/contract/notes'
import { getOwnData } from '@portal/contract/own-data'
import type { Person } from '@portal/contract/portal'
import { exportReading } from '@portal/contract/reading'
import { PortalContext } from '@portal/remote-kit/portal'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { portalOf } from '../frame/portal-fixture.ts'
import { YourData } from './your-data.tsx'

afterEach(() => vi.restoreAllMocks())

/** Presses the button, and returns the file as an object. */
async function download(person: Partial<Person> = {}) {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'blob:test'
  })
  const call = vi.fn(async (endpoint: unknown, input?: { query?: { after?: string } }) => {
    if (endpoint === getOwnData) return { uid: 'maria', signIns: [] }
    if (endpoint === exportReading) return { isOn: true, papers: [], books: [] }
    if (endpoint !== listNotes) throw new Error('An unexpected call')
    return input?.query?.after === undefined
      ? { notes: [{ id: 'first' }], next: '1' }
      : { notes: [{ id: 'second' }] }
  })
  const toast = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PortalContext value={{ ...portalOf(person), call: call as never, toast, report: vi.fn() }}>
        <YourData />
      </PortalContext>
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Download your data' }))
  await vi.waitFor(() => expect(toast).toHaveBeenCalledOnce())
  return JSON.parse(await saved[0]!.text())
}

it('downloads everything with all notes as one file', async () => {
  expect(await download()).toEqual({
    uid: 'maria',
    signIns: [],
    reading: { isOn: true, papers: [], books: [] },
    notes: [{ id: 'first' }, { id: 'second' }],
  })
})

it('leaves notes and reading out while they are closed, and says so', async () => {
  const passwordSet = {
    kind: 'password',
    at: '2026-11-20T10:00:00Z',
    closedUntil: 'admin',
  } as const
  expect(await download({ passwordSet })).toEqual({ uid: 'maria', signIns: [] })
  screen.getByText(/aren’t in it while they are closed/)
})
