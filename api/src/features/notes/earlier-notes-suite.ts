import { getMapping, saveMapping, unmapSlot } from '@portal/contract/mappings'
import {
  answerEarlierNotes,
  eraseNotes,
  getNotes,
  listNotes,
  saveNotes,
} from '@portal/contract/notes'
import type { NoteTarget } from '@portal/contract/note-target'
import { withdrawVersion } from '@portal/contract/paper-versions'
import { deleteUser } from '@portal/contract/users'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'
import { noteId, removedNote, savedNote, saveOf } from './notes-fixture.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'

const slot = 'meeting-2026-q4-budget-update'
const otherSlot = 'meeting-2026-q3-budget-update'

const page = (number: number) => ({
  type: 'FragmentSelector' as const,
  conformsTo: 'http://tools.ietf.org/rfc/rfc3778' as const,
  value: `page=${number}`,
})

/** Made on page 1, whose letters begin with `Thereserve…`. */
const reserve: NoteTarget = {
  version: 1,
  selector: [
    page(1),
    {
      type: 'TextQuoteSelector',
      exact: 'covers two full years of grants',
      prefix: 'The reserve ',
      suffix: ' as agreed',
    },
    { type: 'TextPositionSelector', start: 10, end: 36 },
  ],
}
const lost: NoteTarget = {
  version: 1,
  selector: [
    page(1),
    {
      type: 'TextQuoteSelector',
      exact: 'Travel is suspended until further notice',
      prefix: '',
      suffix: '',
    },
    { type: 'TextPositionSelector', start: 46, end: 82 },
  ],
}
const oldText = [
  'The reserve covers two full years of grants as agreed. Travel is suspended until further notice.',
]
const newText = [
  'A new first page about the building and its roof.',
  'The reserve covers two full years of grants as agreed. The auditor has confirmed it.',
]

/** Rules for notes on the paper that a slot showed before, on every store. `openStore` returns an empty one. */
export function earlierNotesSuite(suite: string, openStore: () => Promise<DocumentStore>): void {
  describe(suite, () => {
    let api: TestApi
    let clock = new Date('2026-11-03T09:00:00Z')

    beforeEach(async () => {
      revisions.clear()
      clock = new Date('2026-11-03T09:00:00Z')
      api = await testApi({
        ports: { store: await openStore() },
        now: () => (clock = new Date(clock.getTime() + 1)),
      })
      await api.putPaper('budget', { name: 'Budget.pdf', sha256: 'a'.repeat(64) })
      await api.putPaper('corrected', { name: 'Corrected.pdf', sha256: 'c'.repeat(64) })
      await api.putText('budget', oldText)
      await api.putText('corrected', newText)
      await point('budget')
    })
    afterEach(() => api.close())

    type As = 'member' | 'staff' | 'admin'
    const revisions = new Map<string, number>()
    const point = async (documentId: string, id = slot) => {
      const revision = revisions.get(id) ?? 'new'
      const saved = await api.call('admin')(saveMapping, {
        params: { id },
        query: {},
        body: { documentId },
        revision,
      })
      revisions.set(id, saved.revision)
    }
    const save = (documentId: string, numbers: number[], target = reserve, as: As = 'member') =>
      api.call(as)(saveNotes, {
        body: {
          ...saveOf(),
          documentId,
          notes: numbers.map((number) => savedNote(number, { target, text: `Note ${number}` })),
        },
      })
    const get = (documentId = 'corrected', as: As = 'member') =>
      api.call(as)(getNotes, { params: { id: documentId }, query: {} })
    const answer = (
      how: 'bring' | 'decline',
      as: As = 'member',
      of = 'corrected',
      from = 'budget',
    ) =>
      api.call(as)(answerEarlierNotes, {
        body: { documentId: of, earlier: from, answer: how },
      })
    const textsOn = async (documentId: string) =>
      (await get(documentId)).notes.map(({ note }) => note.text).toSorted()

    it('are offered on the paper that the slot shows now, to their owner alone', async () => {
      await save('budget', [1, 2])
      expect((await get('budget')).earlier).toBeUndefined()
      await point('corrected')
      const offered = [{ documentId: 'budget', paper: 'Budget.pdf', notes: 2 }]
      expect((await get()).earlier).toEqual(offered)
      expect((await get('corrected', 'staff')).earlier).toBeUndefined()
      expect((await get('corrected', 'admin')).earlier).toBeUndefined()
      const mapping = await api.call('admin')(getMapping, { params: { id: slot } })
      expect(mapping).not.toHaveProperty('earlierDocuments')
    })

    it('are brought along and placed as in a newer version, or kept without a place', async () => {
      await save('budget', [1])
      await save('budget', [2], lost)
      await point('corrected')
      const brought = await answer('bring')
      expect(brought.earlier).toBeUndefined()
      const [placed, missing] = brought.notes.toSorted((a, b) => (a.note.id < b.note.id ? -1 : 1))
      expect(placed).toMatchObject({
        note: { id: noteId(1), text: 'Note 1', documentId: 'corrected', target: reserve },
        place: { page: 2, ranges: [{ page: 2, from: 10, to: 36 }], how: 'moved' },
      })
      expect(missing).toMatchObject({
        note: { id: noteId(2), target: { ...lost, documentId: 'budget' } },
      })
      expect(missing?.place).toBeUndefined()
      expect(await get()).toEqual(brought)
      expect(await textsOn('budget')).toEqual([])
      const { notes } = await api.call('member')(listNotes, {})
      expect(notes.map(({ paper }) => paper)).toEqual(['Corrected.pdf', 'Corrected.pdf'])
    })

    it('are brought once when the request is repeated, or made in two tabs', async () => {
      await save('budget', [1, 2, 3])
      await point('corrected')
      const [first, second] = await Promise.all([answer('bring'), answer('bring')])
      expect(first.notes).toHaveLength(3)
      expect(second.notes).toHaveLength(3)
      expect((await answer('bring')).notes).toHaveLength(3)
      expect(await textsOn('corrected')).toEqual(['Note 1', 'Note 2', 'Note 3'])
    })

    it('are not offered again once that was declined', async () => {
      await save('budget', [1])
      await point('corrected')
      expect((await answer('decline')).earlier).toBeUndefined()
      expect(await answer('decline')).toMatchObject({ notes: [] })
      expect((await get()).earlier).toBeUndefined()
      expect(await textsOn('budget')).toEqual(['Note 1'])
      await point('budget')
      await point('corrected')
      expect((await get()).earlier).toBeUndefined()
    })

    it('return with the slot, to their own places', async () => {
      const { notes: made } = await save('budget', [1])
      await point('corrected')
      await answer('bring')
      await point('budget')
      expect((await get('budget')).earlier).toMatchObject([{ documentId: 'corrected', notes: 1 }])
      const { notes } = await answer('bring', 'member', 'budget', 'corrected')
      expect(notes).toMatchObject([
        { note: { target: made[0]!.note.target }, place: { ...made[0]!.place, how: 'same' } },
      ])
      expect(notes[0]?.note.target.documentId).toBeUndefined()
    })

    it('also stay on a paper that another slot still shows', async () => {
      await save('budget', [1])
      await point('budget', otherSlot)
      await point('corrected')
      await answer('bring')
      expect(await textsOn('budget')).toEqual(['Note 1'])
      expect(await textsOn('corrected')).toEqual(['Note 1'])
      expect((await get()).earlier).toBeUndefined()
      expect((await answer('bring')).notes).toHaveLength(1)
    })

    it('are offered after the slot was empty or showed something else in between', async () => {
      await save('budget', [1])
      await api.call('admin')(unmapSlot, { params: { id: slot }, revision: revisions.get(slot)! })
      revisions.set(slot, revisions.get(slot)! + 1)
      await point('corrected')
      expect((await get()).earlier).toMatchObject([{ documentId: 'budget', notes: 1 }])
    })

    it('are refused for a paper that doesn’t replace the other', async () => {
      await save('budget', [1])
      await expect(answer('bring')).rejects.toMatchObject({ status: 404 })
      await point('corrected')
      const unread = answer('bring', 'member', 'unknown')
      await expect(unread).rejects.toMatchObject({ status: 404 })
      expect(await textsOn('budget')).toEqual(['Note 1'])
    })

    it('keep a change that another device saves where the note was', async () => {
      const { notes } = await save('budget', [1])
      const before = notes[0]!.note
      await point('corrected')
      await answer('bring')
      const late = savedNote(1, { base: before, target: reserve, text: 'Note 1, and a question' })
      await api.call('member')(saveNotes, {
        body: { ...saveOf(), documentId: 'budget', notes: [late] },
      })
      expect((await get()).earlier).toMatchObject([{ documentId: 'budget', notes: 1 }])
      await answer('bring')
      expect(await textsOn('corrected')).toEqual(['Note 1, and a question'])
      expect(await textsOn('budget')).toEqual([])
    })

    it('keep their words after they are changed, removed and restored', async () => {
      await save('budget', [1], lost)
      await point('corrected')
      const { notes } = await answer('bring')
      const { note } = notes[0]!
      const edit = savedNote(1, { base: note, target: note.target, text: 'Edited' })
      const ofCorrected = { ...saveOf(), documentId: 'corrected' }
      const saved = await api.call('member')(saveNotes, {
        body: { ...ofCorrected, notes: [edit] },
      })
      const now = saved.notes[0]!.note
      expect(now.target).toEqual({ ...lost, documentId: 'budget' })
      await api.call('member')(saveNotes, {
        body: { ...ofCorrected, removed: [removedNote(now)] },
      })
      const again = savedNote(1, { base: now, target: now.target, text: 'Edited' })
      await api.call('member')(saveNotes, { body: { ...ofCorrected, notes: [again] } })
      expect((await get()).notes[0]?.note.target).toEqual({ ...lost, documentId: 'budget' })
    })

    it('lose the words of a version that is withdrawn with its quotations', async () => {
      await save('budget', [1], lost)
      await point('corrected')
      await answer('bring')
      await api.call('admin')(withdrawVersion, {
        params: { id: 'budget', number: 1 },
        body: { reason: 'Sent by mistake', withQuotations: true },
      })
      const words = async () =>
        JSON.stringify((await api.ports.store.list('notes')).documents).includes('suspended')
      await expect.poll(words).toBe(false)
      expect((await get()).notes[0]?.note).toMatchObject({
        text: 'Note 1',
        target: { documentId: 'budget', quotationWithdrawn: true },
      })
    })

    it('hide the words of a paper that their owner may not read any more', async () => {
      await api.putPaper('upload', { name: 'Draft.pdf', source: 'upload', sha256: 'd'.repeat(64) })
      await api.putText('upload', oldText)
      await point('upload')
      await save('upload', [1])
      await save('upload', [2], lost)
      await point('corrected')
      await expect(get('upload')).rejects.toMatchObject({ status: 404 })
      expect((await get()).earlier).toMatchObject([{ paper: 'Draft.pdf', notes: 2 }])
      const { notes } = await answer('bring', 'member', 'corrected', 'upload')
      const quoted = Object.fromEntries(
        notes.map(({ note }) => [
          note.text,
          note.target.selector.flatMap((each) =>
            each.type === 'TextQuoteSelector' ? [each.exact, each.prefix, each.suffix] : [],
          ),
        ]),
      )
      // The corrected paper has the words of the first note.
      expect(quoted).toEqual({
        'Note 1': ['covers two full years of grants', '', ''],
        'Note 2': [],
      })
      const listed = JSON.stringify((await api.call('member')(listNotes, {})).notes)
      expect(listed).not.toContain('suspended')
    })

    it('are erased with all other notes, and so are declined offers', async () => {
      await save('budget', [1])
      await point('corrected')
      await answer('bring')
      await save('budget', [2])
      await answer('decline')
      await api.call('member')(eraseNotes, {})
      expect((await api.call('member')(listNotes, {})).notes).toEqual([])
      expect((await api.ports.store.list('declined_notes')).documents).toEqual([])
      // Another tab that still shows the offer.
      expect((await answer('bring')).notes).toEqual([])
    })

    it('leave nothing of a deleted account', async () => {
      await save('budget', [1])
      await point('corrected')
      await answer('decline')
      await api.call('admin')(deleteUser, { params: { uid: uidOf(testPeople.member) } })
      expect((await api.ports.store.list('declined_notes')).documents).toEqual([])
    })
  })
}
