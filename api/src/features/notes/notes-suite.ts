import { deleteUser } from '@portal/contract/users'
import { eraseNotes, getNotes, listNotes, saveNotes } from '@portal/contract/notes'
import type { NoteTarget } from '@portal/contract/note-target'
import { saveMapping } from '@portal/contract/mappings'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { textKey } from '../documents/synced-documents-service.ts'
import { versionId } from '../documents/versions/stored-version.ts'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'
import { noteId, removedNote, savedNote, saveOf } from './notes-fixture.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'

/** Rules for notes on every store. `openStore` returns an empty one. */
export function notesSuite(suite: string, openStore: () => Promise<DocumentStore>): void {
  describe(suite, () => {
    let api: TestApi
    let clock = new Date('2026-11-03T09:00:00Z')

    beforeEach(async () => {
      clock = new Date('2026-11-03T09:00:00Z')
      api = await testApi({
        ports: { store: await openStore() },
        now: () => (clock = new Date(clock.getTime() + 1)),
      })
      await api.putPaper('budget', { name: 'Budget.pdf' })
      await api.putPaper('docket')
    })
    afterEach(() => api.close())

    type As = 'member' | 'staff' | 'admin'
    const save = (body: Partial<ReturnType<typeof saveOf>>, as: As = 'member') =>
      api.call(as)(saveNotes, { body: { ...saveOf(), ...body } })
    const get = (as: As = 'member', documentId = 'budget') =>
      api.call(as)(getNotes, { params: { id: documentId } })
    const textsOf = async () => (await get()).notes.map(({ note }) => note.text)

    describe('keeping notes', () => {
      it('returns them with the places that they have in the version', async () => {
        const { notes } = await save({ notes: [savedNote(1, { text: 'Ask about this' })] })
        const place = { page: 4, ranges: [{ page: 4, from: 10, to: 24 }], how: 'same' }
        expect(notes).toMatchObject([{ note: { id: noteId(1), text: 'Ask about this' }, place }])
        expect(await get()).toEqual({ documentId: 'budget', version: 1, notes, erasures: 0 })
        expect((await get('member', 'docket')).notes).toEqual([])
      })

      it('refuses a day that doesn’t exist', async () => {
        const note = savedNote(1, { createdAt: '2026-00-00T00:00:00Z' })
        await expect(save({ notes: [note] })).rejects.toMatchObject({ status: 400 })
      })

      it('changes nothing when a save is repeated', async () => {
        const creation = { notes: [savedNote(1), savedNote(2)] }
        const first = await save(creation)
        expect(await save(creation)).toEqual(first)
        const { note } = first.notes[0]!
        const change = { notes: [savedNote(1, { base: note, text: 'More' })] }
        const changed = await save(change)
        expect(await save(change)).toEqual(changed)
        const removal = { removed: [removedNote(changed.notes[0]!.note)] }
        const removed = await save(removal)
        expect(removed.removed).toEqual([noteId(1)])
        expect(await save(removal)).toEqual(removed)
      })

      it('keeps another device’s change when the first save is repeated', async () => {
        const creation = { notes: [savedNote(1, { text: 'Ask' })] }
        const { note } = (await save(creation)).notes[0]!
        await save({ notes: [savedNote(1, { base: note, text: 'Answered' })] })
        await save(creation)
        expect(await textsOf()).toEqual(['Answered'])
      })

      it('keeps what was typed before the first response arrived', async () => {
        await save({ notes: [savedNote(1, { text: 'Ask' })] })
        await save({ notes: [savedNote(1, { text: 'Ask the auditor' })] })
        expect(await textsOf()).toEqual(['Ask the auditor'])
      })

      it('merges what two devices change', async () => {
        const text = 'The first line\nThe second line'
        const { note } = (await save({ notes: [savedNote(1, { text })] })).notes[0]!
        await save({ notes: [savedNote(1, { base: note, text: `${text} of one device` })] })
        const other = { base: note, text: `Before it: ${text}`, color: 'pink' as const }
        const merged = await save({ notes: [savedNote(1, other)] })
        const kept = merged.notes[0]!.note
        for (const words of ['of one device', 'Before it:']) expect(kept.text).toContain(words)
        expect(kept.color).toBe('pink')
      })

      it('restores a changed note that another device has removed', async () => {
        const { note } = (await save({ notes: [savedNote(1)] })).notes[0]!
        await save({ removed: [removedNote(note)] })
        const { notes } = await save({ notes: [savedNote(1, { base: note, text: 'Still open' })] })
        expect(notes).toMatchObject([{ note: { text: 'Still open' } }])
        expect(notes[0]!.note.revision).toBeGreaterThan(note.revision)
        // The removal arrives once more, late.
        const late = await save({ removed: [removedNote(note)] })
        expect(late).toMatchObject({ removed: [], notes: [{ note: { text: 'Still open' } }] })
      })

      it('keeps and returns a change that the removing device hadn’t seen', async () => {
        const { note } = (await save({ notes: [savedNote(1)] })).notes[0]!
        await save({ notes: [savedNote(1, { base: note, text: 'Newer' })] })
        const { notes, removed } = await save({ removed: [removedNote(note)] })
        expect(removed).toEqual([])
        expect(notes).toMatchObject([{ note: { text: 'Newer' } }])
      })

      it('refuses unknown papers and versions, and a save that names a note twice', async () => {
        await expect(save({ documentId: 'unknown', notes: [savedNote(1)] })).rejects.toMatchObject({
          code: 'notFound',
        })
        await expect(save({ notes: [savedNote(1, {}, 2)] })).rejects.toMatchObject({
          message: '“Budget.pdf” has no version 2.',
        })
        await expect(save({ notes: [savedNote(1), savedNote(1)] })).rejects.toMatchObject({
          message: 'A save may name each note only once.',
        })
        expect((await get()).notes).toEqual([])
      })

      it('lists all notes with their papers and quarters, including deleted papers', async () => {
        await save({ notes: [savedNote(1)] })
        await save({ documentId: 'docket', notes: [savedNote(2)] })
        const params = { id: 'meeting-2026-q4-consent-agenda' }
        await api.call('admin')(saveMapping, {
          params,
          body: { documentId: 'budget', active: true },
          revision: 'new',
        })
        await api.ports.store.delete('documents', 'docket')
        await expect
          .poll(
            async () =>
              (await api.call('member')(listNotes, {})).notes.filter((note) => note.isThere).length,
          )
          .toBe(1)
        const { notes } = await api.call('member')(listNotes, {})
        expect(notes.toSorted((a, b) => a.note.id.localeCompare(b.note.id))).toMatchObject([
          {
            paper: 'Budget.pdf',
            title: 'Consent Agenda',
            isThere: true,
            quarters: [{ year: 2026, quarter: 4 }],
          },
          { isThere: false, quarters: [] },
        ])
        expect(notes.find(({ isThere }) => !isThere)).not.toHaveProperty('title')
      })
    })

    describe('following the paper', () => {
      const page = (words: string) => `${words} `.repeat(40)
      const passage = 'The annual surplus of 2026 goes to the reserve for the new roof.'
      const first = [
        page('Cover of the board book'),
        `${page('Before')} ${passage} ${page('After')}`,
      ]
      const second = [page('Cover of the board book'), page('A page that is new'), first[1]!]

      const putVersions = async (...texts: string[][]) => {
        for (const [index, text] of texts.entries()) {
          const sha256 = `${index}`.padEnd(64, 'a')
          await api.ports.blobs.put(textKey(sha256), Buffer.from(JSON.stringify(text)))
          const number = index + 1
          const content = {
            name: 'Report.pdf',
            mime_type: 'application/pdf',
            size: 9,
            condition: 'ready',
            pages: 3,
            text: 'made',
          } as const
          const modified_time = clock.toISOString()
          if (number === texts.length)
            await api.putPaper('report', { ...content, sha256, version: number })
          const stored = { paper: 'report', number, sha256, modified_time, content }
          await api.ports.store.create('paper_versions', versionId('report', number), stored)
        }
      }
      const pageOf = (number: number) => ({
        type: 'FragmentSelector' as const,
        conformsTo: 'http://tools.ietf.org/rfc/rfc3778' as const,
        value: `page=${number}`,
      })
      const add = (number: number, target: NoteTarget) =>
        save({ documentId: 'report', version: 2, notes: [savedNote(number, { target })] })

      it('finds words on the page that has them now, and gives deleted words no place', async () => {
        await putVersions(first, second)
        const quote = {
          type: 'TextQuoteSelector' as const,
          exact: passage,
          prefix: 'Before',
          suffix: 'After',
        }
        const { notes } = await add(1, { version: 1, selector: [pageOf(2), quote] })
        expect(notes).toMatchObject([{ place: { page: 3, how: 'moved' } }])
        const gone = {
          ...quote,
          exact: 'Nothing of the kind was ever written in this report',
          prefix: '',
          suffix: '',
        }
        const [lost] = (await add(2, { version: 1, selector: [pageOf(2), gone] })).notes
        expect(lost).not.toHaveProperty('place')
      })

      it('keeps a note where its owner has placed it', async () => {
        await putVersions(first, second)
        const selector = [pageOf(2)]
        const placed = { version: 2, selector: [pageOf(1)] }
        const notes = [savedNote(1, { target: { version: 1, selector }, placed })]
        expect((await save({ documentId: 'report', notes })).notes).toMatchObject([
          { place: { page: 1, ranges: [], how: 'byHand' } },
        ])
      })

      it('moves ink and page notes with their page if only one page has its words', async () => {
        await putVersions(first, second)
        const { notes } = await add(1, { version: 1, selector: [pageOf(2)] })
        expect(notes).toMatchObject([{ place: { page: 3, ranges: [], how: 'moved' } }])
      })
    })

    describe('papers that haven’t been read yet', () => {
      const page = (words: string) => `${words} `.repeat(40)
      const first = [page('Cover of the board book'), page('The docket of grants')]
      const second = [page('Cover of the board book'), page('A new page'), first[1]!]
      const shown = { name: 'Report.pdf', sha256: 'b'.repeat(64), version: 2, pages: 3 } as const
      const earlier = { name: 'Report.pdf', sha256: 'c'.repeat(64), pages: 2 } as const
      const onDocket: NoteTarget = {
        version: 1,
        selector: [
          {
            type: 'FragmentSelector',
            conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
            value: 'page=2',
          },
        ],
      }
      const add = async () => {
        const notes = [savedNote(1, { target: onDocket })]
        return (await save({ documentId: 'report', notes })).notes[0]
      }
      const placed = async () => (await get('member', 'report')).notes[0]

      it('says that notes have no place yet until the version is read, and then places them', async () => {
        await api.ports.blobs.put(textKey(earlier.sha256), Buffer.from(JSON.stringify(first)))
        await api.putVersion('report', 1, { ...earlier, text: 'made' })
        await api.putPaper('report', shown)
        const saved = await add()
        expect(saved).toMatchObject({ isPending: true })
        expect(saved).not.toHaveProperty('place')
        expect(await placed()).toEqual(saved)
        await api.putText('report', second)
        await expect.poll(placed).toMatchObject({ place: { page: 3, how: 'moved' } })
        expect(await placed()).not.toHaveProperty('isPending')
      })

      it('also says so for notes on an earlier version that hasn’t been read', async () => {
        await api.putVersion('report', 1, earlier)
        await api.putPaper('report', shown)
        await api.putText('report', second)
        await add()
        await expect.poll(placed).toMatchObject({ isPending: true })
      })

      it('doesn’t promise a place in a version that has no text', async () => {
        await api.putPaper('report', { ...shown, text: 'none' })
        expect(await add()).not.toHaveProperty('isPending')
        await api.putPaper('table', { ...shown, mime_type: 'text/csv' })
        const notes = [savedNote(2, { target: onDocket })]
        const [onTable] = (await save({ documentId: 'table', notes })).notes
        expect(onTable).not.toHaveProperty('isPending')
      })
    })

    describe('the privacy of notes', () => {
      it('shows nobody another person’s notes', async () => {
        const { notes } = await save({ notes: [savedNote(1)] })
        for (const as of ['staff', 'admin'] as const) {
          expect((await get(as)).notes).toEqual([])
          expect((await api.call(as)(listNotes, {})).notes).toEqual([])
          await save({ removed: [removedNote(notes[0]!.note)] }, as)
          await api.call(as)(eraseNotes)
        }
        expect((await get()).notes).toEqual(notes)
      })

      it('leaves no trace in the audit, in logs or in metrics', async () => {
        const before = await api.ports.store.list('audit')
        const { notes } = await save({ notes: [savedNote(1, { text: 'Nobody’s business' })] })
        await get()
        await save({ removed: [removedNote(notes[0]!.note)] })
        await api.call('member')(listNotes, {})
        await api.call('member')(eraseNotes)
        await api.stop()
        expect(await api.ports.store.list('audit')).toEqual(before)
        const { documents: accesses } = await api.ports.store.list('audit_access')
        expect(accesses.map(({ what }) => what)).toEqual(['signed in'])
        expect(JSON.stringify(accesses)).not.toMatch(/budget|business/)
        expect(api.logged.filter((line) => /budget|business/.test(line))).toEqual([])
        expect(await (await api.request('/metrics')).text()).not.toMatch(/budget|business/)
      })

      it('stores them under their owner’s uid only', async () => {
        await save({ notes: [savedNote(1)] })
        const { documents } = await api.ports.store.list('notes')
        expect(documents).toHaveLength(1)
        expect(documents[0]!.id.startsWith(`${uidOf(testPeople.member)}@`)).toBe(true)
      })

      it('erases all of them at once, and no late save brings one back', async () => {
        const { note } = (await save({ notes: [savedNote(1)] })).notes[0]!
        await save({ documentId: 'docket', notes: [savedNote(2)] })
        const unsent = savedNote(3, { createdAt: '2026-11-02T09:00:00Z' })
        await api.call('member')(eraseNotes)
        expect((await api.ports.store.list('notes')).documents).toEqual([])
        const late = await save({ notes: [savedNote(1, { base: note, text: 'Late' }), unsent] })
        expect(late).toMatchObject({ notes: [], removed: [noteId(1), noteId(3)], erasures: 1 })
        expect((await get()).notes).toEqual([])
      })

      it('keeps what is written after an erasure, even on a device that doesn’t know of it', async () => {
        await api.call('member')(eraseNotes)
        await save({ notes: [savedNote(1, { createdAt: '2026-11-04T09:00:00Z' })] })
        await save({ erasures: 1, notes: [savedNote(2, { createdAt: '2026-11-01T09:00:00Z' })] })
        expect((await get()).notes).toHaveLength(2)
      })

      it('erases them with their owner’s account', async () => {
        await save({ notes: [savedNote(1)] })
        await api.call('member')(eraseNotes)
        await save({ erasures: 1, notes: [savedNote(1)] })
        await api.call('admin')(deleteUser, { params: { uid: uidOf(testPeople.member) } })
        for (const collection of ['notes', 'note_erasures']) {
          expect((await api.ports.store.list(collection)).documents).toEqual([])
        }
      })
    })
  })
}
