import { randomUUID } from 'node:crypto'
import { getAgenda, saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { listAudit } from '@portal/contract/audit'
import { addTerms } from '@portal/contract/bodies'
import { saveMapping } from '@portal/contract/mappings'
import { getOwnData } from '@portal/contract/own-data'
import {
  answerQuestion,
  askQuestion,
  changeQuestion,
  flagItem,
  getQuestionPlace,
  listQuestions,
  questionLimits,
  withdrawQuestion,
} from '@portal/contract/questions'
import { ofMeeting } from '@portal/contract/twins'
import { targetOf } from '@portal/domain/note-subject'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople, type TestIdentity } from '../../testing/test-api.ts'
import { kinds, readersNow, storeReaders } from '../visibility/readers-fixture.ts'

const params = { year: 2026, quarter: 4 }
const items = [
  { id: 'welcome', title: 'Welcome', type: 'consent' },
  { id: 'budget', title: 'Budget', speaker: 'committee', speakerId: 'committee' },
  { id: 'pay', title: 'Pay', audience: { who: 'named' as const, named: ['ruth', 'named'] } },
  { id: 'coffee', title: 'Coffee', type: 'break' },
]

let api: TestApi
let clock: Date
beforeEach(async () => {
  clock = readersNow()
  api = await testApi({ now: () => clock })
  await storeReaders(api)
  await as('an admin in the audience')(setAgendaStatus, {
    params,
    body: { status: 'published', content: { date: '2026-11-20', items } },
    revision: 'new',
  })
})
afterEach(() => api.close())

const as = (name: string) => api.call(kinds[name]!.as)
const asker = () => as('a voting member')
const presenter = () => as('a committee member')
const asked = (more: object = {}) => ({
  id: randomUUID(),
  item: 'budget',
  text: 'Why is the budget larger?',
  audience: 'item' as const,
  ...more,
})
const ask = (more: object = {}, by = asker()) => by(askQuestion, { params, body: asked(more) })
const listed = async (by: ReturnType<typeof as>) => (await by(listQuestions, { params })).questions
const answer = (id: string, more: object = {}, by = presenter()) =>
  by(answerQuestion, {
    params: { ...params, id },
    body: { id: randomUUID(), text: 'Because of the roof.', seenBy: 'question' as const, ...more },
  })

describe('a question', () => {
  it('goes to the item’s presenter, who answers it for everybody who sees it', async () => {
    const { id, goesTo, state } = await ask()
    expect([goesTo, state]).toEqual(['committee', 'open'])
    expect((await listed(presenter()))[0]).toMatchObject({ id, mayAnswer: true, asker: 'voting' })

    await answer(id)

    const [shown] = await listed(as('an observer'))
    expect(shown).toMatchObject({
      state: 'answered',
      answers: [{ by: 'committee', text: 'Because of the roof.', seenBy: 'question' }],
    })
    expect(shown).not.toHaveProperty('mayAnswer')
  })

  it('goes to staff if the presenter has no account, or a name that several people have', async () => {
    const { store } = api.ports
    const person = { name: 'Ada Park', role: 'Trustee', type: 'board' }
    await store.create('directory', 'ada', person)
    await store.create('directory', 'twin-1', { ...person, name: 'Jo Twin', account: 'observer' })
    await store.create('directory', 'twin-2', { ...person, name: 'Jo Twin' })
    const admin = as('an admin in the audience')
    for (const speaker of ['Ada Park', 'Jo Twin', 'A visitor']) {
      const { revision } = await admin(getAgenda, { params })
      const body = { items: [{ ...items[0]!, speaker }, ...items.slice(1)] }
      await admin(saveAgenda, { params, body, revision })
      expect(await ask({ item: 'welcome' })).not.toHaveProperty('goesTo')
    }
  })

  it('goes to the one person with the presenter’s name', async () => {
    const admin = as('an admin in the audience')
    const { revision } = await admin(getAgenda, { params })
    const body = { items: [{ ...items[0]!, speaker: ' Observer ' }, ...items.slice(1)] }
    await admin(saveAgenda, { params, body, revision })
    expect(await ask({ item: 'welcome' })).toMatchObject({ goesTo: 'observer' })
  })

  it('isn’t asked about a break', async () => {
    expect((await asker()(listQuestions, { params })).mayAsk).not.toContain('coffee')
    await expect(ask({ item: 'coffee' })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('is changed and withdrawn by who asked, until it is answered', async () => {
    const first = await ask()
    const own = { ...params, id: first.id }
    const body = { text: 'Why is it smaller?', audience: 'private' as const }
    const changed = await asker()(changeQuestion, { params: own, body, revision: first.revision })
    expect(changed).toMatchObject({ ...body, changedAt: clock.toISOString() })
    await expect(
      presenter()(changeQuestion, { params: own, body, revision: changed.revision }),
    ).rejects.toMatchObject({ code: 'forbidden' })

    await answer(first.id)

    const late = {
      params: own,
      body: { ...body, text: 'Never mind' },
      revision: changed.revision + 1,
    }
    await expect(asker()(changeQuestion, late)).rejects.toMatchObject({ code: 'conflict' })
    await expect(asker()(withdrawQuestion, { params: own })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('is its asker’s alone once it is withdrawn', async () => {
    const { id } = await ask()
    await asker()(withdrawQuestion, { params: { ...params, id } })
    expect(await asker()(withdrawQuestion, { params: { ...params, id } })).toMatchObject({
      state: 'withdrawn',
    })
    expect(await listed(presenter())).toEqual([])
    expect(await listed(as('an admin in the audience'))).toEqual([])
    expect(await listed(asker())).toMatchObject([{ id, state: 'withdrawn' }])
    await expect(answer(id)).rejects.toMatchObject({ code: 'notFound' })
  })

  it('is stored once, and so is each answer, however often they are sent', async () => {
    const body = asked()
    const first = await asker()(askQuestion, { params, body })
    expect(await asker()(askQuestion, { params, body })).toEqual(first)
    const sent = { id: randomUUID() }
    await answer(first.id, sent)
    const again = await answer(first.id, sent)
    expect(again.answers).toHaveLength(1)
    expect(await listed(asker())).toHaveLength(1)
    await expect(presenter()(askQuestion, { params, body })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('is answered to the asker alone if its answer is narrowed', async () => {
    const { id } = await ask()
    await answer(id, { seenBy: 'asker' })
    expect((await listed(asker()))[0]!.answers).toHaveLength(1)
    expect((await listed(presenter()))[0]!.answers).toHaveLength(1)
    for (const other of ['the chair', 'an observer', 'an admin in the audience']) {
      expect((await listed(as(other)))[0]).toMatchObject({ state: 'answered', answers: [] })
    }
  })

  it('is refused from assistants, about drafts, about what is gone, and once the meeting is cancelled', async () => {
    await expect(ask({}, as('an assistant of a named member'))).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(ask({ item: 'nothing' })).rejects.toMatchObject({ code: 'notFound' })
    await expect(ask({ item: 'pay' })).rejects.toMatchObject({ code: 'notFound' })
    const { store } = api.ports
    const stored = (await store.get('agendas', '2026-Q4'))!
    const { id: _, revision, updatedAt: __, ...body } = stored
    await store.update('agendas', '2026-Q4', { ...body, stage: 'cancelled' }, revision)
    await expect.poll(() => ask().catch((error: { code: string }) => error.code)).toBe('conflict')
    await store.update('agendas', '2026-Q4', { ...body, status: 'draft' }, revision + 1)
    await expect
      .poll(() => ask({}, as('an admin in the audience')).catch((e: { code: string }) => e.code))
      .toBe('notFound')
  })

  it('is asked by guests about the items that they are invited to', async () => {
    const guest = as('a named guest')
    await api.ports.store.create('invitations', 'more', {
      person: 'uninvited',
      name: 'uninvited',
      meeting: '2026-Q4',
      items: ['budget'],
      until: '2026-11-30',
    })
    const invited = as('a guest without an invitation')
    await expect.poll(() => ask({}, invited).then(({ asker: by }) => by)).toBe('uninvited')
    await expect(ask({ item: 'welcome' }, invited)).rejects.toMatchObject({ code: 'notFound' })
    expect(
      await guest(listQuestions, { params }).catch((e: { code: string }) => e.code),
    ).toMatchObject({ questions: [] })
  })

  it('is limited in number by person and meeting', async () => {
    const { store } = api.ports
    const {
      id: _,
      revision: __,
      updatedAt: ___,
      ...stored
    } = (await store.get('questions', (await ask()).id))!
    for (let count = 1; count < questionLimits.perPerson; count += 1) {
      await store.create('questions', randomUUID(), stored)
    }
    await expect(ask()).rejects.toMatchObject({ code: 'conflict' })
    expect(await ask({}, presenter())).toMatchObject({ asker: 'committee' })
  })

  it('comes in pages', async () => {
    const long = 'x'.repeat(questionLimits.text)
    for (let count = 0; count < questionLimits.perPerson - 1; count += 1) {
      clock = new Date(clock.getTime() + 60_000)
      await ask({ text: long })
      await ask({ text: long }, presenter())
      await ask({ text: long }, as('an observer'))
    }
    const first = await asker()(listQuestions, { params })
    const second = await asker()(listQuestions, { params, query: { after: first.next! } })
    expect(JSON.stringify(first.questions).length).toBeLessThan(
      questionLimits.bytesPerPage + 10_000,
    )
    const ids = [...first.questions, ...second.questions].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBe(3 * (questionLimits.perPerson - 1))
  })

  it('stays with a paper’s place if the paper has no item', async () => {
    await api.putPaper('report')
    await as('an admin in the audience')(saveMapping, {
      params: { id: 'meeting-2026-q4-budget-update' },
      body: { documentId: 'report' },
      revision: 'new',
    })
    const about = { item: undefined, slot: 'budget-update' }
    const passage = {
      documentId: 'report',
      target: targetOf(
        {
          page: 2,
          words: { exact: 'roof', prefix: '', suffix: '', ranges: [{ page: 2, from: 3, to: 7 }] },
        },
        1,
      ),
    }
    const { id } = await ask({ ...about, passage })
    expect((await listed(as('an observer')))[0]).toMatchObject({
      slot: 'budget-update',
      passage: { documentId: 'report', paper: 'report' },
    })
    expect(await asker()(getQuestionPlace, { params: { ...params, id } })).toMatchObject({
      documentId: 'report',
      version: 1,
      target: passage.target,
      place: { page: 2 },
    })
    await expect(
      ask({ ...about, passage: { ...passage, documentId: 'another' } }),
    ).rejects.toMatchObject({ code: 'notFound' })
  })

  it('leaves no word of it in the audit and the log', async () => {
    const { id } = await ask({ item: 'budget', text: 'Why zebra?', audience: 'private' })
    await answer(id, { text: 'Because of zebra.' })
    const { entries } = await as('an admin outside')(listAudit, { query: {} })
    const own = entries.filter(({ subject }) => subject === id)
    expect(own.map(({ what }) => what).toSorted()).toEqual(['question answered', 'question asked'])
    expect(JSON.stringify(entries)).not.toContain('zebra')
    expect(api.logged.join('\n')).not.toContain('zebra')
  })

  it('is in the asker’s own data, without what others wrote', async () => {
    const { id } = await ask({ text: 'Why zebra?' })
    await answer(id, { text: 'Because of the lion.' })
    const data = await asker()(getOwnData)
    expect(data.questions).toMatchObject([{ text: 'Why zebra?', state: 'answered' }])
    expect(JSON.stringify(data)).not.toContain('lion')
  })

  it('belongs to another meeting’s items at the address of its id, too', async () => {
    const { questions } = await asker()(ofMeeting(listQuestions), {
      params: { meeting: '2026-Q4' },
    })
    expect(questions).toEqual([])
  })
})

describe('a flag', () => {
  const flag = (flagged: boolean, by = asker(), item = 'welcome') =>
    by(flagItem, { params, body: { item, flagged } })
  const flags = async (by: ReturnType<typeof as>) => (await by(listQuestions, { params })).flags

  it('marks a consent item for everybody, with its names for the chair and staff', async () => {
    await flag(true)
    await flag(true)
    expect(await flag(true, as('an observer'))).toEqual({ item: 'welcome', count: 2, isOwn: true })
    expect(await flags(as('a member without a term'))).toEqual([{ item: 'welcome', count: 2 }])
    for (const leader of ['the chair', 'an admin in the audience']) {
      expect(await flags(as(leader))).toEqual([
        { item: 'welcome', count: 2, names: ['voting', 'observer'] },
      ])
    }
    expect(await flag(false)).toEqual({ item: 'welcome', count: 1 })
    await flag(false)
    expect(await flags(asker())).toEqual([{ item: 'welcome', count: 1 }])
  })

  it('is for consent items, and for members of the body', async () => {
    await expect(flag(true, asker(), 'budget')).rejects.toMatchObject({ code: 'conflict' })
    for (const other of ['a member without a term', 'a former member', 'a future member']) {
      await expect(flag(true, as(other))).rejects.toMatchObject({ code: 'forbidden' })
    }
    expect(await asker()(listQuestions, { params })).toMatchObject({ mayFlag: ['welcome'] })
    expect(await as('a former member')(listQuestions, { params })).toMatchObject({ mayFlag: [] })
  })

  it('is every member’s in a board without terms', async () => {
    const plain = await testApi({ now: readersNow })
    await plain.call('admin')(setAgendaStatus, {
      params,
      body: { status: 'published', content: { date: '2026-11-20', items: items.slice(0, 2) } },
      revision: 'new',
    })
    const member = plain.call('member')
    expect(await member(flagItem, { params, body: { item: 'welcome', flagged: true } })).toEqual({
      item: 'welcome',
      count: 1,
      isOwn: true,
    })
    await plain.close()
  })

  it('stays through a save of the agenda, and waits while the item is another type', async () => {
    await flag(true)
    const admin = as('an admin in the audience')
    for (const type of ['discussion', 'consent']) {
      const { revision } = await admin(getAgenda, { params })
      const body = { items: [{ ...items[0]!, type }, items[1]!, items[2]!] }
      await admin(saveAgenda, { params, body, revision })
    }
    expect(await flags(as('an observer'))).toEqual([{ item: 'welcome', count: 1 }])
  })
})

describe('a notice of an answer', () => {
  const told = async (name: string) => {
    const [event] = (await api.ports.store.list('notice_events')).documents
    const { as: caller } = kinds[name]!
    const uid = String(caller.uid)
    const reader = { sight: 'published' as const, person: uid }
    const happened = { kind: 'answered', subject: String(event?.['subject']) }
    return api.features.questions.told.eventLines!({ person: uid, reader }, params, happened)
  }

  it('is for everybody who may read the item, without a title', async () => {
    await answer((await ask()).id)
    expect(await told('a voting member')).toMatchObject([{ text: 'Your question was answered.' }])
    const [line] = await told('an observer')
    expect(line!.text).toBe('A question about the meeting was answered.')
  })

  it('is a private line for the asker alone if nobody else sees the answer', async () => {
    await answer((await ask()).id, { seenBy: 'asker' })
    expect(await told('a voting member')).toMatchObject([{ isPrivate: true }])
    expect(await told('an observer')).toEqual([])
  })
})

it('lets the office of chair answer, and nobody without it', async () => {
  const { id } = await ask()
  for (const other of ['an observer', 'a member without a term', 'a future member']) {
    await expect(answer(id, {}, as(other))).rejects.toMatchObject({ code: 'forbidden' })
  }
  expect(await answer(id, {}, as('the chair'))).toMatchObject({ answers: [{ by: 'chair' }] })
  await as('an admin in the audience')(addTerms, {
    body: {
      terms: [
        { person: 'observer', body: 'board', office: 'chair', voting: true, from: '2026-11-13' },
      ],
    },
  })
  await expect(answer(id, {}, as('an observer'))).rejects.toMatchObject({ code: 'forbidden' })
  clock = new Date('2026-11-13T20:00:00Z')
  expect(await answer(id, {}, as('an observer'))).toMatchObject({
    answers: [{ by: 'chair' }, { by: 'observer' }],
  })
})

const stranger: TestIdentity = testPeople.stranger
it('answers nobody from outside', async () => {
  await expect(api.call(stranger)(listQuestions, { params })).rejects.toMatchObject({
    code: 'forbidden',
  })
})
