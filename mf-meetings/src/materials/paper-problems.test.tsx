import { testApi } from '@portal/api/testing'
import { mapSlot, renderRemote } from '@portal/remote-kit/testing'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import remote from '../remote.ts'
import { resizeTo } from '../shared/meetings-fixture.ts'

const quarter = '/meetings/2026/q/4'
const slotOf = (type: string) => `meeting-2026-q4-${type}`

beforeEach(() => resizeTo(1280))
afterEach(cleanup)

/** A quarter with a paper of each problem, and one without. */
async function api() {
  const made = await testApi()
  const papers = {
    'budget-update': { condition: 'encrypted' },
    'asset-summary': { condition: 'broken' },
    'cash-flow-summary': { withdrawn: true },
    'spend-down-model': { size: 300 * 1024 * 1024 },
    'consent-agenda': {},
    'budget-vs-actual': {},
  } as const
  for (const [type, other] of Object.entries(papers)) {
    await made.putPaper(type, other)
    await mapSlot(made, slotOf(type), { documentId: type })
  }
  await made.ports.store.delete('documents', 'consent-agenda')
  return made
}

it.each([
  ['Budget Update', 'This paper needs a password, so it can’t be shown here.'],
  ['Asset Summary', 'This paper’s file is damaged, so it can’t be shown at the moment.'],
  ['Cash Flow Summary', 'This paper was withdrawn.'],
  ['Spend-Down Model', 'This paper is too large to open here.'],
  ['Consent Agenda', 'This paper isn’t in the portal at the moment.'],
])('lists %s with one sentence, and doesn’t offer to view it', async (name, sentence) => {
  await renderRemote(remote, { path: quarter, api: await api() })
  const row = (await screen.findByText(name)).closest<HTMLElement>('li')!
  expect(within(row).getByText(sentence)).toBeDefined()
  expect(within(row).queryByRole('link')).toBeNull()
  expect(within(row).queryByText('View')).toBeNull()
  const other = (await screen.findByText('Budget vs Actual')).closest<HTMLElement>('li')!
  expect(within(other).getByRole('link')).toBeDefined()
})

it('shows the sentence at the paper’s own address, and no error', async () => {
  const path = `${quarter}?material=budget-update`
  await renderRemote(remote, { path, api: await api() })
  expect(
    (await screen.findAllByText('This paper needs a password, so it can’t be shown here.')).length,
  ).toBeGreaterThan(0)
  expect(screen.queryByText('Error Loading Document')).toBeNull()
})
