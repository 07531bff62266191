import { getNotes, listNotes, type NotesSave, saveNotes } from '@portal/contract/notes'
import { withdrawVersion } from '@portal/contract/paper-versions'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { versionId } from '../documents/versions/stored-version.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { removedNote, savedNote, saveOf } from './notes-fixture.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'

/** Rules for withdrawn quotations on every store. `openStore` returns an empty one. */
export function withdrawnQuotationsSuite(
  suite: string,
  openStore: () => Promise<DocumentStore>,
): void {
  describe(suite, () => {
    let api: TestApi
    let clock = new Date('2026-11-03T09:00:00Z')

    /** Versions 1 and 3 are the same file. */
    beforeEach(async () => {
      clock = new Date('2026-11-03T09:00:00Z')
      api = await testApi({
        ports: { store: await openStore() },
        now: () => (clock = new Date(clock.getTime() + 1)),
      })
      const hashes = ['a', 'b', 'a', 'c'].map((letter) => letter.repeat(64))
      for (const [index, sha256] of hashes.entries()) {
        const number = index + 1
        const content = {
          name: 'Budget.pdf',
          mime_type: 'application/pdf',
          size: 9,
          condition: 'ready',
          text: 'none',
        } as const
        if (number === hashes.length)
          await api.putPaper('budget', { ...content, sha256, version: number })
        const modified_time = clock.toISOString()
        const stored = { paper: 'budget', number, sha256, modified_time, content }
        await api.ports.store.create('paper_versions', versionId('budget', number), stored)
      }
    })
    afterEach(() => api.close())

    const words = /annual surplus|of 2026/
    const save = (body: Partial<NotesSave>, as: 'member' | 'admin' = 'member') =>
      api.call(as)(saveNotes, { body: { ...saveOf(), ...body } })
    const withdraw = (number: number, body: { withQuotations?: boolean } = {}) =>
      api.call('admin')(withdrawVersion, {
        params: { id: 'budget', number },
        body: { reason: 'Sent by mistake', ...body },
      })
    const stored = async (collection = 'notes') =>
      (await api.ports.store.list(collection)).documents as Record<string, unknown>[]
    const storedText = async () => JSON.stringify(await stored())
    /** Withdraws a version with its quotations, and waits until none is left. */
    const withdrawWithQuotations = async (number: number) => {
      await withdraw(number, { withQuotations: true })
      await expect
        .poll(async () => (await stored('withdrawn_bytes')).map((each) => each['quotations']))
        .not.toContain('left')
    }
    const { target } = savedNote(1, {}, 4)

    describe('a version that is withdrawn', () => {
      it('keeps its quotations in notes', async () => {
        await save({ notes: [savedNote(1, { text: 'Ask' })] })
        await withdraw(1)
        await api.stop()
        expect(await storedText()).toMatch(words)
      })

      it('removes its quotations from everyone’s notes if it is withdrawn with them', async () => {
        await save({ notes: [savedNote(1, { text: 'My own words' })] })
        await save({ notes: [savedNote(1, { text: 'The admin’s words' }, 3)] }, 'admin')
        await withdrawWithQuotations(1)
        expect(await storedText()).not.toMatch(words)
        for (const [as, version, text] of [
          ['member', 1, 'My own words'],
          // The same file.
          ['admin', 3, 'The admin’s words'],
        ] as const) {
          const expected = { text, target: { version, quotationWithdrawn: true } }
          const params = { id: 'budget' }
          expect((await api.call(as)(getNotes, { params })).notes).toMatchObject([
            { note: expected },
          ])
          const { notes } = await api.call(as)(listNotes, {})
          expect(notes).toMatchObject([{ note: expected }])
          expect(JSON.stringify(notes)).not.toMatch(words)
        }
      })

      it('keeps quotations of other versions', async () => {
        await save({ notes: [savedNote(1, { placed: target }), savedNote(2, {}, 2)] })
        await withdrawWithQuotations(1)
        const { notes } = await api.call('member')(getNotes, { params: { id: 'budget' } })
        expect(notes.map(({ note }) => note)).toMatchObject([
          { target: { quotationWithdrawn: true }, placed: target },
          savedNote(2, {}, 2),
        ])
      })

      it('removes the words where a note was placed by hand', async () => {
        const placed = savedNote(1).target
        const { note } = (await save({ notes: [savedNote(1, { target, placed })] })).notes[0]!
        await withdrawWithQuotations(1)
        // A change based on the words keeps the place that another device has chosen.
        const elsewhere = savedNote(1, {}, 2).target
        const now = (await api.call('member')(getNotes, { params: { id: 'budget' } })).notes[0]!
          .note
        expect(now).toMatchObject({ target, placed: { version: 1, quotationWithdrawn: true } })
        await save({ notes: [savedNote(1, { target, base: now, placed: elsewhere })] })
        const late = await save({
          notes: [savedNote(1, { target, base: note, placed, text: 'Late' })],
        })
        expect(late.notes).toMatchObject([{ note: { text: 'Late', placed: elsewhere } }])
      })

      it('accepts no quotation from a device that was offline', async () => {
        const creation = { notes: [savedNote(1, { text: 'First' })] }
        const { note } = (await save(creation)).notes[0]!
        await withdrawWithQuotations(1)
        await save(creation)
        const placed = savedNote(1).target
        await save({ notes: [savedNote(1, { base: note, text: 'Second', placed }), savedNote(2)] })
        const [first] = (await api.call('member')(getNotes, { params: { id: 'budget' } })).notes
        await save({ removed: [removedNote(first!.note)] })
        await save({ notes: [savedNote(1, { base: first!.note, text: 'Third' })] })
        expect(await storedText()).not.toMatch(words)
        expect((await stored()).map(({ text }) => text)).toEqual(['Third', ''])
      })

      it('can be withdrawn with its quotations later, once', async () => {
        await save({ notes: [savedNote(1)] })
        const first = await withdraw(1)
        await withdrawWithQuotations(1)
        expect(await withdraw(1, { withQuotations: true })).toEqual(first)
        expect(await storedText()).not.toMatch(words)
        const entries = (await stored('audit')).filter(({ what }) => /withdrawn/.test(String(what)))
        expect(entries).toHaveLength(2)
      })

      it('reveals neither to the admin nor in the audit or logs whether there were notes', async () => {
        const without = await withdraw(2, { withQuotations: true })
        await save({ notes: [savedNote(1, { text: 'Nobody’s business' })] })
        const before = api.logged.length
        const reply = await withdraw(1, { withQuotations: true })
        expect(Object.keys(reply)).toEqual(Object.keys(without))
        await api.stop()
        const entries = (await stored('audit')).filter(({ what }) => /withdrawn/.test(String(what)))
        const after = (number: number) => ({
          name: 'Budget.pdf',
          version: number,
          withQuotations: true,
        })
        expect(entries.map((entry) => entry['after'])).toEqual(
          expect.arrayContaining([after(1), after(2)]),
        )
        expect(JSON.stringify([entries, api.logged.slice(before)])).not.toMatch(
          /note|quoted|business/,
        )
      })

      it('completes an interrupted withdrawal at the next start', async () => {
        await save({ notes: [savedNote(1)] })
        await withdraw(1)
        await api.stop()
        const [withdrawal] = await stored('withdrawn_bytes')
        const {
          id,
          revision,
          updatedAt: _,
          ...body
        } = withdrawal as Record<string, unknown> & {
          id: string
          revision: number
        }
        const killed = { ...body, quotations: 'left' }
        await api.ports.store.update('withdrawn_bytes', id, killed, revision)
        api.features.versions.resume()
        await expect.poll(storedText).not.toMatch(words)
      })

      it('ignores a device’s claim that a quotation was withdrawn', async () => {
        const sent = { ...savedNote(1).target, quotationWithdrawn: true }
        const { notes } = await save({ notes: [savedNote(1, { target: sent })] })
        expect(notes[0]!.note.target).toEqual(savedNote(1).target)
      })
    })
  })
}
