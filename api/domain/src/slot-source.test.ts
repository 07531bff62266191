import { expect, it } from 'vitest'
import { agendaMappingOf, agendaVisibility, sourceOf } from './slot-source.ts'

const document = { id: 'd', name: 'Agenda.pdf', mimeType: 'application/pdf', modifiedTime: '' }
const embedUrl = 'https://airtable.com/embed/x'

it('resolves a slot to its native agenda, else its embed, else its document', () => {
  expect(sourceOf({ mode: 'native', embedUrl, document })).toBe('native')
  expect(sourceOf({ mode: 'drive', embedUrl, document })).toBe('embed')
  expect(sourceOf({ document })).toBe('document')
  expect(sourceOf({ embedUrl: '' })).toBeUndefined()
  expect(sourceOf(undefined)).toBeUndefined()
})

it('calls an agenda shown only where members see it', () => {
  const native = { mode: 'native', active: true } as const
  expect(agendaVisibility('published', native)).toBe('shown')
  expect(agendaVisibility('draft', native)).toBe('draft')
  expect(agendaVisibility('published', { ...native, active: false })).toBe('inactive')
  expect(agendaVisibility('published', { active: true, document })).toBe('drive')
  expect(agendaVisibility('published', { active: true, embedUrl })).toBe('drive')
  expect(agendaVisibility('published', { active: false, document })).toBe('inactive')
  expect(agendaVisibility('published', { active: true })).toBe('empty')
  expect(agendaVisibility('published', undefined)).toBe('empty')
})

it('has the agenda of a meeting that isn’t quarterly in the portal unless the drive is chosen', () => {
  const [meeting, quarter] = [{ meeting: '2026-11-12-finance' }, { year: 2026, quarter: 4 }]
  const drive = { mode: 'drive', document } as const
  expect(agendaMappingOf(meeting, drive)).toBe(drive)
  for (const mapping of [undefined, { document }, { mode: 'native', active: false } as const]) {
    expect(agendaMappingOf(meeting, mapping)).toEqual({ active: true, mode: 'native' })
    expect(agendaMappingOf(quarter, mapping)).toBe(mapping)
  }
})
