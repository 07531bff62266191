import { listMappings, saveMapping, unmapSlot } from '@portal/contract/mappings'
import { copySlots, mapPapers } from '@portal/contract/meetings'
import { undoChanges } from '@portal/contract/undo'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'

const id = 'meeting-2026-q4-budget-update'
const quarter = { year: 2026, quarter: 4 }

let api: TestApi
beforeEach(async () => {
  api = await testApi()
  for (const name of ['first', 'second', 'third']) await api.putPaper(name)
  await save('first')
})
afterEach(() => api.close())

const admin = () => api.call('admin')
const revision = async () => (await admin()(listMappings))[id]?.revision
const save = async (documentId: string) =>
  admin()(saveMapping, {
    params: { id },
    query: {},
    body: { documentId },
    revision: (await revision()) ?? 'new',
  })
const remembered = async () =>
  (await api.ports.store.get('resource_mappings', id))?.['earlierDocuments']

it('remembers the previous documents of a slot, newest first and each once', async () => {
  expect(await remembered()).toBeUndefined()
  await save('second')
  await save('third')
  expect(await remembered()).toEqual(['second', 'first'])
  await save('third')
  expect(await remembered()).toEqual(['second', 'first'])
  await save('first')
  expect(await remembered()).toEqual(['third', 'second'])
})

it('remembers them no matter how the slot is changed', async () => {
  const papers = [{ materialType: 'budget-update' as const, documentId: 'second', revision: 1 }]
  await admin()(mapPapers, { params: quarter, body: { papers } })
  expect(await remembered()).toEqual(['first'])
  await admin()(undoChanges, {
    body: { changes: [{ subject: id, what: 'mapping saved', revision: 2 }] },
  })
  expect(await remembered()).toEqual(['second'])
  await admin()(unmapSlot, { params: { id }, revision: 3 })
  expect(await remembered()).toEqual(['first', 'second'])
  const copied = 'meeting-2026-q3-budget-update'
  await admin()(saveMapping, {
    params: { id: copied },
    query: {},
    body: { documentId: 'third' },
    revision: 'new',
  })
  await admin()(copySlots, {
    params: quarter,
    body: {
      from: { year: 2026, quarter: 3 },
      slots: [{ materialType: 'budget-update', revision: 1, target: 4, replace: true }],
    },
  })
  expect(await remembered()).toEqual(['first', 'second'])
})

it('remembers the ten newest', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `paper ${at}`)
  for (const name of names) {
    await api.putPaper(name)
    await save(name)
  }
  expect(await remembered()).toEqual(names.slice(1, 11).toReversed())
})

it('never returns them to a caller', async () => {
  await save('second')
  for (const as of ['admin', 'member'] as const) {
    const headers = { authorization: `Bearer ${await api.tokenOf(as)}` }
    const response = await api.request('/api/resource-mappings', { headers })
    expect(await response.text()).not.toMatch(/earlier|"first"/)
  }
})
