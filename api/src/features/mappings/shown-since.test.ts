import { saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { getMapping, type MappingChange, saveMapping } from '@portal/contract/mappings'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'

const budget = 'meeting-2026-q4-budget-update'
const agenda = 'meeting-2026-q4-agenda'
const q4 = { year: 2026, quarter: 4 }

let day: number
let api: TestApi
beforeEach(async () => {
  day = 1
  api = await testApi({ now: () => new Date(`2026-11-0${day}T09:00:00Z`) })
  await api.putPaper('doc-1')
  await api.putPaper('doc-2')
})
afterEach(() => api.close())

/** Saves on a later day than the save before. */
function save(body: MappingChange, revision: number | 'new' = 'new', id = budget) {
  day += 1
  return api.call('admin')(saveMapping, { params: { id }, body, revision })
}
const onDay = (number: number) => `2026-11-0${number}T09:00:00.000Z`

describe('the time since when a slot has shown its content', () => {
  it('takes the time of the change that mapped the document', async () => {
    expect(await save({ documentId: 'doc-1' })).toMatchObject({ shownSince: onDay(2) })
    expect(await save({ title: 'Budget' }, 1)).toMatchObject({ shownSince: onDay(2) })
    expect(await save({ documentId: 'doc-1' }, 2)).toMatchObject({ shownSince: onDay(2) })
    expect(await save({ documentId: 'doc-2' }, 2)).toMatchObject({ shownSince: onDay(5) })
    const embedUrl = 'https://airtable.com/embed/x'
    expect(await save({ embedUrl }, 3)).toMatchObject({ shownSince: onDay(6) })
  })

  it('begins when an inactive slot becomes active', async () => {
    expect(await save({ documentId: 'doc-1', active: false })).not.toHaveProperty('shownSince')
    expect(await save({ active: true }, 1)).toMatchObject({ shownSince: onDay(3) })
  })

  it('stays the same when a save is sent again', async () => {
    const saved = await save({ documentId: 'doc-1' })
    expect(await save({ documentId: 'doc-1' })).toEqual(saved)
  })

  it('uses the publication time of a native agenda', async () => {
    await save({ mode: 'native' }, 'new', agenda)
    const admin = api.call('admin')
    day = 4
    await admin(setAgendaStatus, { params: q4, body: { status: 'published' }, revision: 1 })
    const asMember = () => api.call('member')(getMapping, { params: { id: agenda } })
    expect(await asMember()).toMatchObject({ shownSince: onDay(4), modifiedTime: onDay(4) })
    day = 6
    await admin(saveAgenda, { params: q4, body: { location: 'Boardroom' }, revision: 2 })
    expect(await asMember()).toMatchObject({ shownSince: onDay(4), modifiedTime: onDay(6) })
  })
})
