import { listAudit } from '@portal/contract/audit'
import { listMappings, saveMapping } from '@portal/contract/mappings'
import { mapPapers, type PaperMapping } from '@portal/contract/meetings'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople } from '../../testing/test-api.ts'

const params = { year: 2027, quarter: 1 }
const cash: PaperMapping = {
  materialType: 'cash-flow-summary',
  documentId: 'cash',
  revision: 'new',
}
const docket: PaperMapping = {
  materialType: 'additional-material-1',
  documentId: 'docket',
  title: 'Grants Docket',
  revision: 'new',
}
const cashSlot = 'meeting-2027-q1-cash-flow-summary'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
  await api.putPaper('cash', { name: 'CF.pdf' })
  await api.putPaper('docket', { name: 'Grants Docket.pdf' })
})
afterEach(() => api.close())

const map = async (papers: PaperMapping[], as: 'admin' | 'staff' = 'admin') =>
  (await api.call(as)(mapPapers, { params, body: { papers } })).papers
const mappings = () => api.call('admin')(listMappings)
const saves = async () => {
  const { entries } = await api.call('admin')(listAudit, { query: { what: 'mapping saved' } })
  return entries.map(({ subject }) => subject)
}

it('maps every paper, with its title, and records each change', async () => {
  const outcomes = await map([cash, docket])
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['mapped', 'mapped'])
  expect(await mappings()).toEqual({
    [cashSlot]: outcomes[0]!.mapping,
    'meeting-2027-q1-additional-material-1': outcomes[1]!.mapping,
  })
  expect(outcomes[1]!.mapping).toMatchObject({ title: 'Grants Docket', documentId: 'docket' })
  expect(await saves()).toHaveLength(2)
})

it('keeps a slot’s display name and card, and replaces its embed', async () => {
  const body = { title: 'Our cash', embedUrl: 'https://airtable.com/embed/x' }
  const { revision } = await api.call('admin')(saveMapping, {
    params: { id: cashSlot },
    body,
    revision: 'new',
  })
  const [outcome] = await map([{ ...cash, revision }])
  expect(outcome!.mapping).toMatchObject({ title: 'Our cash', documentId: 'cash' })
  expect(outcome!.mapping).not.toHaveProperty('embedUrl')
})

it('leaves out the slot that someone else has changed, and maps the others', async () => {
  const theirs = await api.call('admin')(saveMapping, {
    params: { id: cashSlot },
    body: { documentId: 'docket' },
    revision: 'new',
  })
  const outcomes = await map([cash, docket])
  expect(outcomes).toMatchObject([
    {
      materialType: 'cash-flow-summary',
      outcome: 'stale',
      mapping: theirs,
      by: testPeople.admin.email,
    },
    { materialType: 'additional-material-1', outcome: 'mapped' },
  ])
  expect((await mappings())[cashSlot]).toEqual(theirs)
})

it('leaves out a paper that is gone, and maps the others', async () => {
  const outcomes = await map([{ ...cash, documentId: 'none' }, docket])
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['gone', 'mapped'])
  expect(Object.keys(await mappings())).toEqual(['meeting-2027-q1-additional-material-1'])
})

it('returns the same outcomes for a repeated request, and changes nothing', async () => {
  const first = await map([cash, docket])
  expect(await map([cash, docket])).toEqual(first)
  expect(await saves()).toHaveLength(2)
})

it('refuses two papers for one slot, and maps neither', async () => {
  const twice = map([cash, { ...cash, documentId: 'docket' }])
  await expect(twice).rejects.toMatchObject({
    code: 'invalid',
    message: 'Only one paper can be mapped to Cash Flow Summary.',
  })
  expect(await mappings()).toEqual({})
})

it('allows only admins to map papers', async () => {
  await expect(map([cash], 'staff')).rejects.toMatchObject({ code: 'forbidden' })
  expect(await mappings()).toEqual({})
})
