import { testApi } from '@portal/api/testing'
import { saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { saveMapping } from '@portal/contract/mappings'
import { mappingId } from '@portal/domain/ids'
import { agendaSlot } from '@portal/domain/slot-names'
import { renderRemote } from '@portal/remote-kit/testing'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import admin from '../../mf-admin/src/remote.ts'
import meetings from '../../mf-meetings/src/remote.ts'

const machineZone = process.env['TZ']

afterEach(() => {
  if (machineZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = machineZone
})

const items = [
  { id: 'welcome', title: 'Welcome', duration: 10 },
  { id: 'untitled', title: ' ', duration: 150 },
  { id: 'budget', title: 'Budget', duration: 30, time: '11:45', speaker: 'Wei Chen' },
  { id: 'close', title: 'Close', duration: 5 },
]

/** Days around the foundation's clock changes, March 8 and November 1, and around Berlin's. */
it.each([
  ['2026-03-07', 'UTC', '(5:00 PM – 8:00 PM your time)'],
  ['2026-03-08', 'UTC', '(4:00 PM – 7:00 PM your time)'],
  ['2026-03-09', 'Europe/Berlin', '(5:00 PM – 8:00 PM your time)'],
  ['2026-03-30', 'Europe/Berlin', '(6:00 PM – 9:00 PM your time)'],
  ['2026-10-31', 'Pacific/Auckland', '(Sun 5:00 AM – 8:00 AM your time)'],
  ['2026-11-01', 'Pacific/Auckland', '(Mon 6:00 AM – 9:00 AM your time)'],
  ['2026-11-02', 'America/Tijuana', undefined],
])(
  'shows admins the date, clock and numbers that members see, on %s for a reader in %s',
  async (date, zone, yours) => {
    process.env['TZ'] = zone
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    const preview = await shownBy('preview', date)
    expect(preview).toEqual(await shownBy('page', date))
    expect(preview.head).toContain('9:00 AM – 12:00 PM PT')
    if (yours === undefined) expect(preview.head).not.toContain('your time')
    else expect(preview.head).toContain(yours)
    expect(preview.names).toEqual(['1. Welcome', 'Item 2', '3. Budget', '4. Close'])
    expect(preview.starts).toEqual(['9:00 AM', '9:10 AM', '11:45 AM', '12:15 PM'])
  },
)

/** What the admin's preview or the member's page shows for one published agenda. */
async function shownBy(view: 'preview' | 'page', date: string) {
  const quarter = { year: 2026, quarter: Math.ceil(Number(date.slice(5, 7)) / 3) }
  const path =
    view === 'preview'
      ? `/admin/meetings/2026/${quarter.quarter}/agenda`
      : `/meetings/2026/q/${quarter.quarter}/agenda`
  const remote = view === 'preview' ? admin : meetings
  const reader = view === 'preview' ? 'admin' : 'member'
  const api = await testApi()
  const call = api.call('admin')
  const body = { title: 'Board', date, time: '09:00', endTime: '12:00', location: 'House', items }
  const { revision } = await call(saveAgenda, { params: quarter, body, revision: 'new' })
  await call(saveMapping, {
    params: { id: mappingId(agendaSlot(quarter)) },
    body: { mode: 'native' },
    revision: 'new',
  })
  await call(setAgendaStatus, { params: quarter, body: { status: 'published' }, revision })
  await renderRemote(remote, { path, as: reader, api })
  const headings = await screen.findAllByRole('heading', { level: 2 })
  const shown = {
    head: screen.getByText(/^9:00 AM –/).parentElement!.textContent,
    names: headings
      .filter((heading) => heading.closest('li'))
      .map((heading) => heading.textContent),
    starts: screen.getAllByRole('listitem').map((item) => item.firstChild!.textContent),
  }
  cleanup()
  return shown
}
