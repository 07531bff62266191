import type { BoardDocument } from '@portal/contract/documents'
import { expect, it } from 'vitest'
import { listProposals } from './meeting-proposals.ts'

const meeting = '2026-12-11-finance'
const body = { id: 'finance', name: 'Finance Committee' }
const coming = [{ id: meeting, title: 'Budget meeting', body, date: '2026-12-11' }]

const document = (name: string) =>
  ({
    id: name,
    name,
    path: 'Finance Committee',
    mime_type: 'application/pdf',
    modified_time: '2026-11-10T09:00:00.000Z',
  }) as BoardDocument

const mapping = (of: string, documentId: string) => {
  const id = `meeting-${of}--k1`
  return { [id]: { id, documentId, active: true, updatedAt: '', revision: 1 } }
}

it('offers a paper without a date last and unchecked if another meeting has it', () => {
  const documents = ['Charter.pdf', 'Charter 2026-12-11.pdf', 'Reserve.pdf'].map(document)
  const elsewhere = {
    ...mapping('2026-11-05-finance', 'Charter.pdf'),
    ...mapping('2026-11-06-finance', 'Charter 2026-12-11.pdf'),
    // What this meeting had is its own.
    ...mapping(meeting, 'Reserve.pdf'),
  }
  const offered = listProposals(
    documents,
    { meeting },
    { mappings: {}, coming, sent: [], elsewhere },
  )
  expect(offered.map(({ file, isChosen }) => [file.name, isChosen])).toEqual([
    ['Charter 2026-12-11.pdf', true],
    ['Reserve.pdf', true],
    ['Charter.pdf', false],
  ])
  expect(offered[2]!.reason).toMatch(/, but it is a paper of another one$/)
  const sent = { mappings: {}, coming, sent: ['Charter.pdf'], elsewhere }
  expect(listProposals(documents, { meeting }, sent)[0]).toMatchObject({ isChosen: true })
})
