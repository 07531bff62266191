import type { PaperProblem } from '@portal/domain/paper-problem'
import { expect, it } from 'vitest'
import { isReady, readinessOf } from './readiness.ts'

it.each([
  ['withdrawn', 'withdrawn'],
  ['tooLarge', 'tooLarge'],
  ['damaged', 'damaged'],
] as const)('never calls a paper ready that is %s', (problem: PaperProblem, state) => {
  const document = { id: 'd1', name: 'A.pdf', mimeType: 'application/pdf', modifiedTime: '2026' }
  const mapping = { id: 'm', documentId: 'd1', document, problem, active: true, revision: 1 }
  const readiness = readinessOf({ mapping: { ...mapping, updatedAt: '2026' }, optional: false })
  expect(readiness.state).toBe(state)
  expect(isReady(readiness)).toBe(false)
})

it('never calls an encrypted paper ready while the documents are still loading', () => {
  const document = {
    id: 'd1',
    name: 'A.pdf',
    mimeType: 'application/pdf',
    modifiedTime: '2026',
    condition: 'encrypted' as const,
  }
  const mapping = { id: 'm', documentId: 'd1', document, active: true, revision: 1 }
  const readiness = readinessOf({ mapping: { ...mapping, updatedAt: '2026' }, optional: false })
  expect(readiness.state).toBe('encrypted')
})
