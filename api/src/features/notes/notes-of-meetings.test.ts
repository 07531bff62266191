import type { Person } from '@portal/contract/portal'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { expect, it } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { silentLog } from '../../platform/log.ts'
import { createNoteDestruction } from './destroy-notes.ts'
import { noteId } from './notes-fixture.ts'
import { createNotesPolicyService } from './notes-policy-service.ts'
import { notesCollection, storedNoteId, textHash } from './stored-note.ts'

const finance = { meeting: '2026-11-12-finance' }
const quarter = { year: 2026, quarter: 4 }
const admin = { uid: 'ruth', email: 'ruth@larkspur.example', isAdmin: true } as Person
const member = { uid: 'maria', email: 'maria@larkspur.example', isAdmin: false } as Person
const outsider = { ...member, uid: 'wei' }

const name = 'Finance Committee, 12 November 2026'
const createdAt = '2026-11-01T09:00:00Z'

/** The rule of 30 days, with a paper of a committee's meeting, and one of the board's as well. */
async function policyWorld() {
  let ms = Date.parse('2026-11-02T12:00:00Z')
  const now = () => new Date((ms += 1))
  const store = openSqliteStore({ path: ':memory:', now })
  const meetings = new Map<string, MeetingRef[]>([
    ['forecast', [finance]],
    ['budget', [quarter, finance]],
  ])
  const policy = createNotesPolicyService({
    store,
    now,
    meetings: () => meetings,
    meetingDay: (meeting) => ('meeting' in meeting ? undefined : '2026-10-15'),
    nameOf: () => name,
    mayReadMeeting: (person, meeting) => person !== outsider || !('meeting' in meeting),
    isInPreparation: () => false,
    timeZone: 'America/New_York',
  })
  await policy.ready
  await policy.save(admin, { days: 30, holds: [] }, 'new')
  return { store, now, policy, goTo: (day: string) => void (ms = Date.parse(`${day}T20:00:00Z`)) }
}

it('destroys the notes of a committee’s meeting by its day, and of several by the last one', async () => {
  const { policy } = await policyWorld()
  for (const documentId of ['forecast', 'budget']) {
    expect(policy.dayOf(member, { documentId, createdAt })).toBe('2026-12-12')
  }
})

it('doesn’t reveal the day of a meeting that the owner may not see', async () => {
  const { policy } = await policyWorld()
  expect(policy.dayOf(outsider, { documentId: 'forecast', createdAt })).toBeUndefined()
  expect(policy.dayOf(outsider, { documentId: 'budget', createdAt })).toBe('2026-12-01')
})

it('announces it by the meeting’s name, to those who may see the meeting', async () => {
  const { policy, goTo } = await policyWorld()
  goTo('2026-12-06')
  const coming = [{ meeting: { id: finance.meeting, name }, on: '2026-12-12' }]
  expect(policy.get(member)).toMatchObject({ coming: [], comingMeetings: coming })
  expect(policy.get(outsider)).not.toHaveProperty('comingMeetings')
})

it('keeps the notes that a hold on the meeting covers, also after a save that doesn’t know it', async () => {
  const { policy } = await policyWorld()
  const { revision } = policy.get(admin)
  const reason = 'Inquiry'
  const meetingHolds = [{ meeting: finance.meeting, reason }]
  const held = await policy.save(admin, { days: 30, holds: [], meetingHolds }, revision!)
  expect(held.meetingHolds).toMatchObject([{ meeting: { name }, reason, by: admin.email }])
  const kept = await policy.save(admin, { days: 20, holds: [{ quarter, reason }] }, held.revision!)
  expect(kept).toMatchObject({ meetingHolds: held.meetingHolds, holds: [{ quarter }] })
  expect(policy.heldFor({ documentId: 'forecast' })).toEqual([reason])
  expect(policy.dayOf(member, { documentId: 'forecast', createdAt })).toBeUndefined()
  expect(policy.get(member).meetingHolds?.[0]).not.toHaveProperty('by')
  expect(policy.get(outsider)).not.toHaveProperty('meetingHolds')
  const ended = await policy.save(admin, { days: 20, holds: [], meetingHolds: [] }, kept.revision!)
  expect(ended).not.toHaveProperty('meetingHolds')
})

it('records the destruction of a committee’s notes under its meeting', async () => {
  const { store, now, policy, goTo } = await policyWorld()
  await store.create(notesCollection.name, storedNoteId('maria', 'forecast', noteId(1)), {
    uid: 'maria',
    documentId: 'forecast',
    color: 'yellow',
    text: 'Private',
    target: { version: 1, selector: [{ type: 'FragmentSelector', value: 'page=1' }] },
    createdAt,
    changedAt: createdAt,
    paper: 'Forecast',
    born: textHash('Private'),
  })
  goTo('2026-12-20')
  const deleteDerivedFiles = async () => undefined
  const parts = { store, now, policy, deleteDerivedFiles, log: silentLog }
  await createNoteDestruction(parts).run()
  const { documents } = await store.list('audit')
  expect(documents).toContainEqual(
    expect.objectContaining({ what: 'notes destroyed', subject: finance.meeting }),
  )
})
