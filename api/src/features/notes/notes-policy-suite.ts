import { listAudit } from '@portal/contract/audit'
import { saveMapping } from '@portal/contract/mappings'
import { getNotes, listNotes, saveNotes } from '@portal/contract/notes'
import { getNotesPolicy, saveNotesPolicy } from '@portal/contract/notes-policy'
import { setPublication } from '@portal/contract/quarters'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { createNoteDestruction } from './destroy-notes.ts'
import { noteId, savedNote, saveOf } from './notes-fixture.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'

/** Rules for the notes policy on every store. `openStore` returns an empty one. */
export function notesPolicySuite(suite: string, openStore: () => Promise<DocumentStore>): void {
  describe(suite, () => {
    let api: TestApi
    let clock: Date

    const meeting = '2026-10-15'
    const q4 = { year: 2026, quarter: 4 }

    beforeEach(async () => {
      clock = new Date('2026-10-01T12:00:00Z')
      api = await testApi({
        ports: { store: await openStore() },
        now: () => (clock = new Date(clock.getTime() + 1)),
      })
      for (const id of ['budget', 'docket']) await api.putPaper(id)
      await api.ports.store.create('agendas', '2026-Q4', { status: 'published', date: meeting })
      const params = { id: 'meeting-2026-q4-consent-agenda' }
      const body = { documentId: 'budget' }
      await api.call('admin')(saveMapping, { params, body, revision: 'new' })
    })
    afterEach(() => api.close())

    const createdAt = '2026-10-01T09:00:00Z'
    const write = (...numbers: number[]) => {
      const notes = numbers.map((number) => savedNote(number, { text: 'Private', createdAt }))
      return api.call('member')(saveNotes, { body: { ...saveOf(), notes } })
    }
    const kept = async (id = 'budget') =>
      (await api.call('member')(getNotes, { params: { id } })).notes
    const policy = () => api.call('member')(getNotesPolicy)
    type Body = { days?: number; holds?: { quarter?: typeof q4; reason: string }[] }
    const setPolicy = async ({ holds = [], ...rest }: Body) => {
      const revision = (await policy()).revision ?? 'new'
      return api.call('admin')(saveNotesPolicy, { body: { ...rest, holds }, revision })
    }
    const destroyed = async () => {
      const { entries } = await api.call('admin')(listAudit, { query: { what: 'notes destroyed' } })
      return entries
    }
    const goTo = (day: string) => void (clock = new Date(`${day}T20:00:00Z`))

    describe('destroying notes', () => {
      it('destroys nothing until an admin sets a rule', async () => {
        await write(1)
        goTo('2036-01-01')
        await api.features.notes.destruction.run()
        expect(await policy()).toEqual({ holds: [], coming: [] })
        const [placed] = await kept()
        expect(placed).not.toHaveProperty('destroyedOn')
        expect(await destroyed()).toEqual([])
      })

      it('returns the day with every note, and destroys the notes on that day', async () => {
        await setPolicy({ days: 30 })
        const { notes } = await write(1, 2)
        expect(notes).toMatchObject([{ destroyedOn: '2026-11-14' }, { destroyedOn: '2026-11-14' }])
        await api.call('member')(saveNotes, {
          body: { ...saveOf(), documentId: 'docket', notes: [savedNote(3, { createdAt })] },
        })
        goTo('2026-11-13')
        await api.features.notes.destruction.run()
        expect(await kept()).toHaveLength(2)
        goTo('2026-11-14')
        await api.features.notes.destruction.run()
        expect(await kept()).toEqual([])
        // A paper without a quarter has no meeting.
        expect(await kept('docket')).toHaveLength(1)
      })

      it('keeps notes for a quarter in preparation, and doesn’t reveal its day', async () => {
        const next = { year: 2027, quarter: 1 as const }
        await api.call('admin')(setPublication, {
          params: next,
          body: { state: 'preparation' },
          revision: 'new',
        })
        const params = { id: 'meeting-2027-q1-consent-agenda' }
        const body = { documentId: 'budget' }
        await api.call('admin')(saveMapping, { params, body, revision: 'new' })
        await setPolicy({ days: 30 })
        await write(1)
        expect(await kept()).toMatchObject([{ destroyedOn: '2026-11-14' }])
        goTo('2026-11-14')
        await api.features.notes.destruction.run()
        expect(await kept()).toHaveLength(1)
      })

      it('records the destruction and its rule, but neither the notes nor their owners', async () => {
        await setPolicy({ days: 30 })
        await write(1, 2)
        goTo('2026-11-14')
        await api.features.notes.destruction.run()
        await api.features.notes.destruction.run()
        const entries = await destroyed()
        expect(entries).toMatchObject([
          { by: 'retention', subject: '2026-Q4', before: null, after: { daysAfterMeeting: 30 } },
        ])
        expect(JSON.stringify(entries)).not.toMatch(/Private|maria|budget/)
      })

      it('reports destroyed notes as removed to late saves, and keeps notes written later', async () => {
        await setPolicy({ days: 30 })
        const { notes } = await write(1)
        goTo('2026-11-14')
        await api.features.notes.destruction.run()
        const late = savedNote(1, { createdAt, base: notes[0]!.note, text: 'Late' })
        const fresh = savedNote(2, { createdAt: '2026-11-14T09:00:00Z' })
        const body = { ...saveOf(), notes: [late, fresh] }
        const saved = await api.call('member')(saveNotes, { body })
        expect(saved.removed).toEqual([noteId(1)])
        expect(saved.notes).toMatchObject([{ note: { id: noteId(2) }, destroyedOn: '2026-12-14' }])
      })

      it('gives notice of a rule that destroys earlier, and of a hold that ends', async () => {
        goTo('2026-12-24')
        await write(1)
        const { notBefore, coming } = await setPolicy({ days: 30 })
        expect(notBefore).toBe('2026-12-31')
        expect(coming).toEqual([{ ...q4, on: '2026-12-31' }])
        expect(await kept()).toMatchObject([{ destroyedOn: '2026-12-31' }])
        await setPolicy({ days: 30, holds: [{ quarter: q4, reason: 'Inquiry' }] })
        goTo('2027-02-01')
        await api.features.notes.destruction.run()
        expect(await kept()).toHaveLength(1)
        expect(await setPolicy({ days: 30 })).toMatchObject({ notBefore: '2027-02-08' })
        await api.features.notes.destruction.run()
        expect(await kept()).toMatchObject([{ destroyedOn: '2027-02-08' }])
      })

      it.each([{ quarter: q4, reason: 'Inquiry' }, { reason: 'Audit of all papers' }])(
        'destroys no notes on hold, and says why: $reason',
        async (hold) => {
          await setPolicy({ days: 30, holds: [hold] })
          await write(1)
          goTo('2027-02-01')
          await api.features.notes.destruction.run()
          const [placed] = await kept()
          expect(placed).toBeDefined()
          expect(placed).not.toHaveProperty('destroyedOn')
          expect(placed).toMatchObject({ heldFor: [hold.reason] })
          expect((await api.call('member')(listNotes, {})).notes).toMatchObject([
            { heldFor: [hold.reason] },
          ])
          const shown = await policy()
          expect(shown.holds).toMatchObject([hold])
          expect(shown.holds[0]).not.toHaveProperty('by')
          expect((await api.call('admin')(getNotesPolicy)).holds[0]).toHaveProperty('by')
        },
      )

      it('names holds only with notes that the rule would destroy', async () => {
        await setPolicy({
          days: 30,
          holds: [{ quarter: { year: 2026, quarter: 3 }, reason: 'Other' }],
        })
        await write(1)
        expect((await kept())[0]).not.toHaveProperty('heldFor')
        await setPolicy({ holds: [{ reason: 'Audit of all papers' }] })
        expect((await kept())[0]).not.toHaveProperty('heldFor')
        await setPolicy({
          days: 30,
          holds: [{ reason: 'Audit' }, { quarter: q4, reason: 'Inquiry' }],
        })
        expect((await kept())[0]).toMatchObject({ heldFor: ['Audit', 'Inquiry'] })
      })

      it('records every change of the policy, and refuses one that is based on an older state', async () => {
        const before = await setPolicy({ days: 30 })
        await setPolicy({ days: 60 })
        const { entries } = await api.call('admin')(listAudit, {
          query: { what: 'notes policy saved' },
        })
        expect(entries).toMatchObject([
          { before: { days: 30 }, after: { days: 60 }, by: 'ruth.abelman@larkspur.example' },
          { before: null, after: { days: 30 } },
        ])
        const body = { holds: [] }
        const stale = api.call('admin')(saveNotesPolicy, { body, revision: before.revision! })
        await expect(stale).rejects.toMatchObject({ code: 'stale' })
      })

      it('completes an interrupted run and records it once', async () => {
        await setPolicy({ days: 30 })
        for (let from = 0; from < 250; from += 50) {
          await write(...Array.from({ length: 50 }, (_, at) => from + at))
        }
        goTo('2026-11-14')
        const { store, log } = api.ports
        let parts = 0
        const dying = {
          ...store,
          transaction: (async (work) => {
            parts += 1
            // The second batch of notes, after the lease, the clock and the first batch.
            if (parts === 4) throw new Error('killed')
            return store.transaction(work)
          }) as typeof store.transaction,
        }
        const isDue = () => true
        const policies = { isDue, meetingsOf: () => [q4] }
        const now = () => clock
        const deleteDerivedFiles = async () => {}
        const dependencies = { store: dying, policy: policies, deleteDerivedFiles, now, log }
        const killed = createNoteDestruction(dependencies)
        await expect(killed.run()).rejects.toThrow('killed')
        expect(await kept()).toHaveLength(150)
        expect(await destroyed()).toEqual([])
        // Its lease is still valid.
        await api.features.notes.destruction.run()
        expect(await kept()).toHaveLength(150)
        clock = new Date(clock.getTime() + 600_000)
        await Promise.all([
          api.features.notes.destruction.run(),
          api.features.notes.destruction.run(),
        ])
        expect(await kept()).toEqual([])
        expect(await destroyed()).toHaveLength(1)
      })
    })
  })
}
