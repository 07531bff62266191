import { testApi } from '@portal/api/testing'
import {
  type AgendaContent,
  getAgenda,
  saveAgenda,
  setAgendaStatus,
} from '@portal/contract/agendas'
import { configure } from '@testing-library/react'
import { vi } from 'vitest'

// The first visit reads the screen's modules.
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

export const q3 = { year: 2026, quarter: 3 }
export const q4 = { year: 2026, quarter: 4 }

export const board: AgendaContent = {
  title: 'Q4 2026 Board Meeting',
  date: '2026-12-10',
  time: '09:00',
  endTime: '10:00',
  location: 'Boardroom',
  items: [
    { id: 'welcome', title: 'Welcome', duration: 10, time: '09:00' },
    { id: 'budget', title: 'Budget', description: 'The year', duration: 30, time: '09:10' },
  ],
}

/** What the API answers instead of the real thing, as long as there is something. */
export type Fault = {
  answer?: ((request: Request) => Response | undefined | Promise<undefined>) | undefined
}

/** The real API in memory, and another admin's hand in it. */
export async function agendaApi(fault: Fault = {}) {
  const api = await testApi()
  const { request } = api.app
  api.app.request = async (input, init) =>
    (await fault.answer?.(new Request(input, init))) ?? request(input, init)
  const admin = api.call('admin')
  return {
    ...api,
    save: (params: typeof q4, body: AgendaContent, revision: number | 'new' = 'new') =>
      admin(saveAgenda, { params, body, revision }),
    setStatus: (params: typeof q4, status: 'draft' | 'published', revision: number) =>
      admin(setAgendaStatus, { params, body: { status }, revision }),
    stored: (params: typeof q4) => admin(getAgenda, { params }).catch(() => undefined),
  }
}

/** A refusal as the API words it. */
function refusal(status: number, code: string, error: string): Response {
  const body = { type: 'about:blank', title: code, status, detail: error, code, error }
  return Response.json({ ...body, requestId: 'test' }, { status })
}

export const downWhen =
  (isMeant: (request: Request) => boolean) =>
  (request: Request): Response | undefined =>
    isMeant(request) ? refusal(503, 'unavailable', 'The database can’t be reached.') : undefined

/** Leaves nothing on the device for the next test. */
export function clearDevice(): void {
  localStorage.clear()
}
