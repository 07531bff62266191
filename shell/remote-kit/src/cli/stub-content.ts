import type { TestPortal } from '@portal/api/testing-portal'
import { setAgendaStatus } from '@portal/contract/agendas'
import { createDirectoryEntry } from '@portal/contract/directory'
import { saveMapping } from '@portal/contract/mappings'
import { type Quarter, quarterOf } from '@portal/domain/quarter'
import { mappingId } from '@portal/domain/ids'
import type { Slot } from '@portal/domain/slot-names'

const embedUrl = 'https://airtable.com/embed/stub'

/** Stores some content of each kind, so that screens have something to show. */
export async function fillStub({ call, settings }: TestPortal): Promise<Quarter> {
  const quarter = quarterOf(new Date(), settings.foundation.timeZone)
  const asAdmin = call('admin')
  const slots: Slot[] = [
    { kind: 'governance', policyType: 'bylaws' },
    { kind: 'communications', resourceType: 'mission-vision-values' },
    { kind: 'meeting', ...quarter, materialType: 'budget-update' },
  ]
  for (const slot of slots) {
    const params = { id: mappingId(slot) }
    await asAdmin(saveMapping, { params, body: { embedUrl, active: true }, revision: 'new' })
  }
  const agenda = { kind: 'meeting', ...quarter, materialType: 'agenda' } as const
  await asAdmin(saveMapping, {
    params: { id: mappingId(agenda) },
    body: { mode: 'native', active: true },
    revision: 'new',
  })
  // Switching the source to native has created a draft.
  const content = { title: 'Board Meeting', items: [{ title: 'Welcome' }, { title: 'Budget' }] }
  await asAdmin(setAgendaStatus, {
    params: quarter,
    body: { status: 'published', content },
    revision: 1,
  })
  await asAdmin(createDirectoryEntry, {
    form: { id: 'stub', name: 'Ada Park', role: 'Trustee', type: 'board' },
  })
  return quarter
}

/** The value of a route parameter, by its name: existing content, or a value from the contract. */
export function sampleParams({ year, quarter }: Quarter): Record<string, string> {
  return {
    year: String(year),
    quarter: String(quarter),
    materialType: 'budget-update',
    policyType: 'bylaws',
    resourceType: 'mission-vision-values',
    resourceId: mappingId({ kind: 'governance', policyType: 'bylaws' }),
  }
}
