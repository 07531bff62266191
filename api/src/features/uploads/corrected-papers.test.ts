import { getDocument, listDocuments } from '@portal/contract/documents'
import { listMappings, saveMapping } from '@portal/contract/mappings'
import { getNotes, saveNotes } from '@portal/contract/notes'
import { listVersions, withdrawVersion } from '@portal/contract/paper-versions'
import { answerCorrection, listCorrections, type UploadOutcome } from '@portal/contract/uploads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noteId, savedNote, saveOf } from '../notes/notes-fixture.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { sha256Of, upload as uploadFile } from './upload-fixture.ts'

const slot = 'meeting-2026-q4-budget-update'
const bytesOf = (text: string) => new TextEncoder().encode(text)
const model = Array.from(
  { length: 60 },
  (_, at) => `Program ${at} spends ${at * 17} dollars on grants to its partners this year.`,
)

let api: TestApi
let budget: UploadOutcome['document']
beforeEach(async () => {
  api = await testApi({ now: () => new Date('2026-11-03T09:00:00Z') })
  budget = (await upload('Budget Update Q4 2026.txt', 'The budget')).document
  await map(budget.id)
})
afterEach(() => api.close())

const admin = () => api.call('admin')
const upload = (name: string, text: string) => uploadFile(admin(), { name, bytes: bytesOf(text) })
const map = (documentId: string, id = slot) =>
  admin()(saveMapping, { params: { id }, query: {}, body: { documentId }, revision: 'new' })
const listed = () => admin()(listCorrections, {})
const audited = async (what: string) =>
  (await api.ports.store.list('audit', { where: { what } })).documents
const answer = async (
  id: string,
  how: 'newVersion' | 'another',
  { of = budget.id, revision = 1 } = {},
) => admin()(answerCorrection, { params: { id }, body: { answer: how, of }, revision })

describe('the proposals for uploaded papers', () => {
  it('name the mapped paper that an upload resembles by its name, and its slots', async () => {
    const { document } = await upload('Budget Update Q4 2026 (corrected).txt', 'The new budget')
    await upload('Succession Memo.txt', 'Another paper')
    expect((await listed()).corrections).toEqual([
      {
        id: document.id,
        revision: 1,
        of: {
          id: budget.id,
          name: budget.name,
          slots: [{ id: slot, title: 'Budget Update', revision: 1 }],
          seen: true,
        },
        by: 'name',
        as: 'newVersion',
      },
    ])
  })

  it('name the mapped paper that an upload resembles by its words, once the words are read', async () => {
    const pdf = { source: 'upload', mime_type: 'application/pdf' } as const
    await api.putPaper('model', { ...pdf, name: 'Model.pdf', sha256: 'a'.repeat(64) })
    await api.putText('model', model)
    await map('model', 'governance-bylaws')
    await api.putPaper('scan', { ...pdf, name: 'scan42.pdf', sha256: 'b'.repeat(64) })
    expect(await listed()).toMatchObject({ corrections: [], isComplete: false })
    await api.putText('scan', model.with(30, 'Program 30 spends nothing any more.'))
    expect(await listed()).toMatchObject({
      corrections: [{ id: 'scan', of: { id: 'model' }, by: 'words', as: 'newVersion' }],
      isComplete: true,
    })
  })

  it('offer to show the upload instead of a synced paper, or of another kind of file', async () => {
    await api.putPaper('synced', { name: 'Cash Flow Q4 2026.pdf', mime_type: 'application/pdf' })
    await map('synced', 'meeting-2026-q4-cash-flow-summary')
    const cash = await upload('Cash Flow Q4 2026.txt', 'Cash')
    const { corrections } = await listed()
    expect(corrections).toMatchObject([
      { id: cash.document.id, of: { id: 'synced' }, as: 'instead' },
    ])
    const refused = answer(cash.document.id, 'newVersion', { of: 'synced' })
    await expect(refused).rejects.toMatchObject({ code: 'invalid' })
  })

  it('leave out what slots show', async () => {
    const { document } = await upload('Budget Update Q4 2026 v2.txt', 'The new budget')
    await map(document.id, 'governance-bylaws')
    expect((await listed()).corrections).toEqual([])
  })
})

describe('an upload that is a new version', () => {
  it('becomes the next version of the mapped paper, which keeps its slot and its notes', async () => {
    const member = api.call('member')
    const notes = [savedNote(1, { text: 'Why?' })]
    await member(saveNotes, { body: { ...saveOf(), documentId: budget.id, notes } })
    const { document } = await upload('Corrected budget Q4 2026.txt', 'The new budget')
    const outcome = await answer(document.id, 'newVersion')
    expect(outcome).toMatchObject({
      outcome: 'newVersion',
      document: { id: budget.id, name: budget.name, version: 2 },
    })
    expect(await answer(document.id, 'newVersion')).toMatchObject(outcome)
    expect((await admin()(listDocuments)).map(({ id }) => id)).toEqual([budget.id])
    expect((await member(listMappings))[slot]?.document).toMatchObject({
      id: budget.id,
      version: 2,
    })
    const content = await api.request(`/api/documents/${budget.id}/content`, {
      headers: { authorization: `Bearer ${await api.tokenOf('member')}` },
    })
    expect(await content.text()).toBe('The new budget')
    const { versions } = await admin()(listVersions, { params: { id: budget.id }, query: {} })
    expect(versions.map(({ number }) => number)).toEqual([2, 1])
    const kept = await member(getNotes, { params: { id: budget.id }, query: {} })
    expect(kept.notes.map(({ note }) => note.id)).toEqual([noteId(1)])
    expect(await audited('paper version added')).toMatchObject([
      {
        subject: budget.id,
        after: { name: budget.name, version: 2, file: 'Corrected budget Q4 2026.txt' },
      },
    ])
  })

  it('is refused if it is shown in a slot itself, outdated, or withdrawn from that paper', async () => {
    const mapped = (await upload('Shown.txt', 'Shown')).document
    await map(mapped.id, 'governance-bylaws')
    await expect(answer(mapped.id, 'newVersion')).rejects.toMatchObject({ code: 'conflict' })
    const other = (await upload('Budget.txt', 'The new budget')).document
    const outdated = answer(other.id, 'newVersion', { revision: 7 })
    await expect(outdated).rejects.toMatchObject({ code: 'stale' })
    await expect(answer('unknown', 'newVersion')).rejects.toMatchObject({ code: 'notFound' })
    await answer(other.id, 'newVersion')
    await admin()(withdrawVersion, {
      params: { id: budget.id, number: 2 },
      body: { reason: 'Sent by mistake' },
    })
    const again = (await upload('Budget again.txt', 'The new budget')).document
    await expect(answer(again.id, 'newVersion')).rejects.toMatchObject({ code: 'gone' })
    expect(await admin()(getDocument, { params: { id: again.id } })).toMatchObject({
      name: 'Budget again.txt',
    })
  })

  it('changes nothing if it has the same bytes as the shown version', async () => {
    const copy = (await upload('Copy of Budget Update Q4 2026.txt', 'The budget')).document
    await answer(copy.id, 'newVersion')
    const { versions } = await admin()(listVersions, { params: { id: budget.id }, query: {} })
    expect(versions).toHaveLength(1)
    expect(await api.ports.blobs.info(`originals/${sha256Of(bytesOf('The budget'))}`)).toBeDefined()
  })
})

describe('an upload that is another paper', () => {
  it('is not proposed again', async () => {
    const { document } = await upload('Budget Update Q4 2026 (corrected).txt', 'Another')
    await answer(document.id, 'another')
    await answer(document.id, 'another')
    expect((await listed()).corrections).toEqual([])
    expect(await admin()(listDocuments)).toHaveLength(2)
    expect(await audited('paper kept as another')).toHaveLength(1)
  })
})
