import { saveAgenda } from '@portal/contract/agendas'
import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import { quarterAfter } from '@portal/domain/quarter'
import { adminToken, callWith } from '../bench/session.ts'
import { currentQuarter } from '../support/fixtures.ts'

/** Adds content that screens show and the sample doesn't have: a draft, and audit entries. */
export async function prepareScreens(portalUrl: string): Promise<void> {
  const call = callWith(portalUrl, await adminToken(portalUrl))
  const params = quarterAfter(currentQuarter())
  const name = `Q${params.quarter} ${params.year}`
  const date = `${params.year}-${String(params.quarter * 3 - 2).padStart(2, '0')}-15`
  const items = [
    { id: 'welcome', title: 'Welcome', duration: 10, speaker: 'Maria Lopez' },
    {
      id: 'budget',
      title: 'Budget',
      duration: 30,
      description: 'What was spent in the quarter, and what the year will come to.',
    },
    { id: 'closing', title: 'Closing', duration: 5 },
  ]
  const body = { title: `${name} Board Meeting`, date, time: '09:00', items }
  // Two versions, so that the history has one to restore.
  const first = { ...body, items: items.slice(0, 1) }
  const { revision } = await call(saveAgenda, { params, revision: 'new', body: first })
  await call(saveAgenda, { params, revision, body })
  await call(addDesignatedAdmin, { body: { email: 'nina.okoye@larkspur.example' } })
}
