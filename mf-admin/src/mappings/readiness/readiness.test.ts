import type { BoardDocument } from '@portal/contract/documents'
import type { ResourceMapping } from '@portal/contract/mappings'
import { expect, it } from 'vitest'
import { isReady, readinessOf } from './readiness.ts'
import type { PaperProblem } from '@portal/domain/paper-problem'

const mapping = (more: Partial<ResourceMapping>): ResourceMapping => ({
  id: 'meeting-2026-q4-asset-summary',
  active: true,
  updatedAt: '2026-11-01T00:00:00Z',
  revision: 1,
  ...more,
})

const document = {
  id: 'd1',
  name: 'Assets.pdf',
  mimeType: 'application/pdf',
  modifiedTime: '2026-10-01T00:00:00Z',
}

const mapped = (more: Partial<ResourceMapping> = {}) =>
  mapping({ documentId: 'd1', document, ...more })

const state = (of: ResourceMapping | undefined, more = {}) =>
  readinessOf({ mapping: of, optional: false, ...more }).state

it('calls an empty slot empty, and an optional one unused', () => {
  expect(state(undefined)).toBe('empty')
  expect(state(mapping({ title: 'Assets' }))).toBe('empty')
  expect(state(undefined, { optional: true })).toBe('unused')
})

it('calls an active, synced document ready', () => {
  const readiness = readinessOf({ mapping: mapped(), optional: false })
  expect(readiness).toEqual({ state: 'ready', mapped: true, active: true, synced: true })
  expect(isReady(readiness)).toBe(true)
})

it('reports that members don’t see the slot', () => {
  const readiness = readinessOf({ mapping: mapped({ active: false }), optional: false })
  expect(readiness.state).toBe('inactive')
  expect(isReady(readiness)).toBe(false)
})

it('reports that the document has left the drive', () => {
  const readiness = readinessOf({ mapping: mapping({ documentId: 'd1' }), optional: false })
  expect(readiness).toMatchObject({ state: 'gone', synced: false })
})

it.each(['broken', 'encrypted'] as const)('reports that the PDF is %s', (condition) => {
  const stored = { id: 'd1', condition } as BoardDocument
  expect(state(mapped(), { document: stored })).toBe(condition)
  expect(state(mapped(), { document: { ...stored, id: 'another' } })).toBe('ready')
})

it('reports that the portal’s stored file is damaged, even if members don’t see it', () => {
  const stored = { id: 'd1', condition: 'ready', damaged: true } as BoardDocument
  const readiness = readinessOf({ mapping: mapped(), document: stored, optional: false })
  expect(readiness.state).toBe('damaged')
  expect(isReady(readiness)).toBe(false)
  expect(state(mapped({ active: false }), { document: stored })).toBe('damaged')
  expect(state(mapped(), { document: { ...stored, damaged: false } })).toBe('ready')
  expect(state(mapped(), { document: { ...stored, id: 'another' } })).toBe('ready')
})

it('reports that the document has changed since it was mapped', () => {
  expect(state(mapped({ updatedAt: '2026-09-01T00:00:00Z' }))).toBe('changed')
  expect(state(mapped({ updatedAt: '2026-10-01T00:00:00.000Z' }))).toBe('ready')
})

it('prefers the native agenda to a document', () => {
  const native = mapped({ mode: 'native' })
  expect(state(native, { agendaStatus: 'published' })).toBe('native')
  expect(state(native, { agendaStatus: 'draft' })).toBe('nativeDraft')
})

it('counts a native agenda as ready only where members see it', () => {
  const native = mapping({ mode: 'native' })
  const published = readinessOf({ mapping: native, agendaStatus: 'published', optional: false })
  expect(isReady(published)).toBe(true)
  expect(state(native, { agendaStatus: 'none' })).toBe('nativeMissing')
  expect(state({ ...native, active: false }, { agendaStatus: 'published' })).toBe('inactive')
})

it('reports that a published native agenda is hidden behind the drive', () => {
  const behind = (of: ResourceMapping | undefined, agendaStatus: 'published' | 'draft') =>
    readinessOf({ mapping: of, agendaStatus, optional: false })
  expect(behind(mapped(), 'published')).toMatchObject({ state: 'ready', hidesAgenda: true })
  expect(behind(undefined, 'published')).toMatchObject({ state: 'empty', hidesAgenda: true })
  expect(behind(mapped(), 'draft')).not.toHaveProperty('hidesAgenda')
})

it('prefers an embed to a document', () => {
  const readiness = readinessOf({
    mapping: mapping({ embedUrl: 'https://a.example', documentId: 'gone' }),
    optional: false,
  })
  expect(readiness).toMatchObject({ state: 'ready', synced: undefined })
})

it.each([
  ['withdrawn', 'withdrawn'],
  ['tooLarge', 'tooLarge'],
  ['damaged', 'damaged'],
] as const)('never calls a paper ready that is %s', (problem: PaperProblem, expected) => {
  const paper = { id: 'd1', name: 'A.pdf', mimeType: 'application/pdf', modifiedTime: '2026' }
  const shown = { id: 'm', documentId: 'd1', document: paper, problem, active: true, revision: 1 }
  const readiness = readinessOf({ mapping: { ...shown, updatedAt: '2026' }, optional: false })
  expect(readiness.state).toBe(expected)
  expect(isReady(readiness)).toBe(false)
})

it('never calls an encrypted paper ready while the documents are still loading', () => {
  const paper = {
    id: 'd1',
    name: 'A.pdf',
    mimeType: 'application/pdf',
    modifiedTime: '2026',
    condition: 'encrypted' as const,
  }
  const shown = { id: 'm', documentId: 'd1', document: paper, active: true, revision: 1 }
  const readiness = readinessOf({ mapping: { ...shown, updatedAt: '2026' }, optional: false })
  expect(readiness.state).toBe('encrypted')
})
