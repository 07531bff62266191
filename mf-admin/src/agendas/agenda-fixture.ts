import type { TestApiOptions } from '@portal/api/testing'
import {
  type AgendaContent,
  getAgenda,
  saveAgenda,
  setAgendaStatus,
} from '@portal/contract/agendas'
import { type Fault, faultyApi, refusal } from '../shared/api-fault-fixture.ts'

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

/** The real API in memory, and a way to make changes as another admin. */
export async function agendaApi(fault: Fault = {}, options: TestApiOptions = {}) {
  const api = await faultyApi(fault, options)
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

export const downWhen =
  (isMeant: (request: Request) => boolean) =>
  (request: Request): Response | undefined =>
    isMeant(request) ? refusal(503, 'unavailable', 'The database can’t be reached.') : undefined

/** Clears the device's storage for the next test. */
export function clearDevice(): void {
  localStorage.clear()
}
