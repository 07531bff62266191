import { getNotes, noteLimits, saveNotes } from '@portal/contract/notes'
import { expect, it, onTestFinished } from 'vitest'
import { testApi } from '../../testing/test-api.ts'
import { noteId, savedNote, saveOf } from './notes-fixture.ts'

// Not part of the suite: Firestore's emulator is too slow to store this many notes within a request's time limit.
it('adds no note to a paper that has the maximum, and saves the rest', async () => {
  const api = await testApi()
  onTestFinished(() => api.close())
  await api.putPaper('budget')
  const save = (body: Partial<ReturnType<typeof saveOf>>) =>
    api.call('member')(saveNotes, { body: { ...saveOf(), ...body } })
  const get = () => api.call('member')(getNotes, { params: { id: 'budget' } })

  const all = Array.from({ length: noteLimits.perPaper + 1 }, (_, at) => savedNote(at))
  for (let from = 0; from < noteLimits.perPaper; from += noteLimits.perSave) {
    await save({
      notes: all.slice(from, Math.min(from + noteLimits.perSave, noteLimits.perPaper)),
    })
  }
  const before = (await get()).notes[0]!.note
  const changed = { ...before, createdAt: before.createdAt, base: before, text: 'Changed' }
  const { full, notes } = await save({
    notes: [all.at(-1)!, savedNote(0, { base: changed.base, text: 'Changed' })],
  })
  expect(full).toEqual([noteId(noteLimits.perPaper)])
  expect(notes).toMatchObject([{ note: { id: noteId(0), text: 'Changed' } }])
  expect((await get()).notes).toHaveLength(noteLimits.perPaper)
}, 60_000)

it('refuses more saves within a minute than anybody makes, and says when to try again', async () => {
  let clock = new Date('2026-11-03T09:00:10Z')
  const api = await testApi({ now: () => clock })
  onTestFinished(() => api.close())
  await api.putPaper('budget')
  const save = (as: 'member' | 'staff') => api.call(as)(saveNotes, { body: saveOf() })
  for (let count = 0; count < noteLimits.savesPerMinute; count += 1) await save('member')
  await expect(save('member')).rejects.toMatchObject({
    code: 'tooMany',
    message: 'Your notes are being saved too often. Please wait a minute.',
    retryAfter: 50,
  })
  expect((await save('staff')).full).toEqual([])
  clock = new Date('2026-11-03T09:01:00Z')
  expect((await save('member')).full).toEqual([])
})
