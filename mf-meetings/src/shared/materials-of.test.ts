import type { ResourceMapping } from '@portal/contract/mappings'
import { expect, it } from 'vitest'
import { factsOf, materialsOf, neighborsOf } from './materials-of.ts'

const quarter = { year: 2026, quarter: 4 }
const document = { id: 'd', name: 'd.pdf', mimeType: 'application/pdf', modifiedTime: '' }

function mapping(id: string, fields: Partial<ResourceMapping>): ResourceMapping {
  return { id, active: true, updatedAt: '2026-11-20T00:00:00Z', revision: 1, ...fields }
}

function mapped(...all: [type: string, fields: Partial<ResourceMapping>][]) {
  const entries = all.map(([type, fields]) => {
    const id = `meeting-2026-q4-${type}`
    return [id, mapping(id, fields)]
  })
  return materialsOf(Object.fromEntries(entries) as Record<string, ResourceMapping>, quarter)
}

it('lists the quarter’s papers in the order of the slots, under their display names', () => {
  const materials = mapped(
    ['budget-vs-actual', { document, title: 'Nine months' }],
    ['consent-agenda', { document, title: ' ' }],
  )
  expect(materials.map(({ name }) => name)).toEqual(['Consent Agenda', 'Nine months'])
})

it('lists papers beyond the specification’s slots, each where its mapping places it', () => {
  const materials = mapped(
    ['additional-material-12', { document, title: 'Site visit' }],
    ['additional-material-6', { document, title: 'Quote', order: 1.5 }],
    ['agenda', { document }],
    ['consent-agenda', { document }],
  )
  expect(materials.map(({ name }) => name)).toEqual([
    'Agenda',
    'Quote',
    'Consent Agenda',
    'Site visit',
  ])
  const { previous, next } = neighborsOf(materials, 'additional-material-6')
  expect([previous?.name, next?.name]).toEqual(['Agenda', 'Consent Agenda'])
})

it('hides papers that are inactive, empty, or belong to another quarter', () => {
  expect(
    mapped(['agenda', { document, active: false }], ['budget-update', { documentId: 'gone' }]),
  ).toEqual([])
  const other = mapping('meeting-2026-q3-agenda', { document })
  expect(materialsOf({ [other.id]: other }, quarter)).toEqual([])
})

it('prefers the native agenda to an embed, and an embed to a document', () => {
  const both = { embedUrl: 'https://example.org', document }
  const materials = mapped(['agenda', { ...both, mode: 'native' }], ['airtable-data', both])
  expect(materials.map(({ kind }) => kind)).toEqual(['agenda', 'page'])
})

it('shows the kind in a word, and the pages if they are known', () => {
  const materials = mapped(
    ['consent-agenda', { document: { ...document, pages: 12 } }],
    ['budget-vs-actual', { document: { ...document, pages: 1 } }],
    ['spend-down-model', { document: { ...document, mimeType: 'text/csv' } }],
    ['airtable-data', { embedUrl: 'https://airtable.com/x', embedType: 'airtable' }],
  )
  expect(materials.map((material) => factsOf(material))).toEqual([
    'PDF · 12 pages',
    'PDF · 1 page',
    'Spreadsheet',
    'Web page · Airtable',
  ])
})

it('finds the papers before and after one, and none beyond the ends', () => {
  const materials = mapped(['agenda', { document }], ['consent-agenda', { document }])
  expect(neighborsOf(materials, 'agenda')).toEqual({ previous: undefined, next: materials[1] })
  expect(neighborsOf(materials, 'consent-agenda')).toEqual({
    previous: materials[0],
    next: undefined,
  })
})
