import { getAgenda, saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { saveMapping } from '@portal/contract/mappings'
import { memberViewHeader } from '@portal/contract/member-view'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { type Kind, kinds, namedAudience, readersNow, storeReaders } from './readers-fixture.ts'

const params = { year: 2026, quarter: 4 }
const slot = 'meeting-2026-q4-budget-update'
const title = 'Succession'

const members = [
  'an admin in the audience',
  'an admin outside',
  'a named member',
  'a member without a term',
  'a voting member',
  'an observer',
  'a committee member',
  'a former member',
  'a future member',
  'the chair',
  'a named person who is excepted',
  'a QA account',
]
const views = Object.keys(kinds).filter((name) => name.startsWith('an admin who views'))
const ofEverybody = [...members, ...views, 'a named guest', 'an assistant of a named member']
const withoutEntry = ['a member without a term', 'a QA account', 'an admin outside', ...views]

/** Who reads the item and its paper, by its audience. The rest reads nothing of it. */
const table: [name: string, audience: object, readers: string[]][] = [
  ['everybody', { who: 'everybody' }, ofEverybody],
  [
    'everybody except one person',
    { who: 'everybody', except: ['excepted'] },
    ofEverybody.filter(
      (name) =>
        !withoutEntry.includes(name) &&
        name !== 'a named person who is excepted' &&
        name !== 'an assistant of a named member',
    ),
  ],
  [
    'voting members, and the secretary',
    { who: 'voting', named: ['ruth'] },
    ['an admin in the audience', 'a voting member', 'a committee member', 'the chair'],
  ],
  ['named people', namedAudience, Object.keys(kinds).filter((name) => kinds[name]!.reads)],
]

let api: TestApi
let other: TestApi
beforeAll(async () => {
  api = await testApi({ now: readersNow, env: { QA_ACCOUNTS: 'qa@larkspur.example' } })
  const { store, blobs, accounts } = api.ports
  await storeReaders(api)
  other = await testApi({
    now: readersNow,
    env: { QA_ACCOUNTS: 'qa@larkspur.example' },
    ports: { store: { ...store, close: async () => undefined }, blobs, accounts },
  })
  await api.putPaper('paper')
  const admin = api.call('admin')
  await admin(saveMapping, { params: { id: slot }, body: { documentId: 'paper' }, revision: 'new' })
  await admin(setAgendaStatus, {
    params,
    body: { status: 'published', content: { date: '2026-11-20', items: [itemFor(table[0]![1])] } },
    revision: 'new',
  })
})
afterAll(async () => {
  await other.close()
  await api.close()
})

function itemFor(audience: object) {
  const papers = [{ materialType: 'budget-update' }]
  return { id: 'pay', title, papers, audience } as object
}

async function reads(at: TestApi, { as, view }: Kind): Promise<[item: boolean, paper: boolean]> {
  const headers = {
    authorization: `Bearer ${at.tokenFor(as)}`,
    ...(view === undefined ? {} : { [memberViewHeader]: view }),
  }
  const ask = (path: string) => at.request(path, { headers })
  const pages = ['/api/agendas/2026/4', '/api/own-meetings']
  const texts = await Promise.all(pages.map(async (path) => (await ask(path)).text()))
  const paper = await ask('/api/documents/paper')
  return [texts.some((text) => text.includes(title)), paper.status === 200]
}

describe.each(table)('an item for %s', (_name, audience, readers) => {
  beforeAll(async () => {
    const admin = api.call('admin')
    const { revision } = await admin(getAgenda, { params })
    await admin(saveAgenda, { params, body: { items: [itemFor(audience)] }, revision })
  })

  it('and its paper are read by exactly these kinds of readers', async () => {
    const seen = await Promise.all(
      Object.entries(kinds).map(async ([name, kind]) => [name, await reads(api, kind)] as const),
    )
    expect(Object.fromEntries(seen)).toEqual(
      Object.fromEntries(
        Object.keys(kinds).map((name) => [name, [readers.includes(name), readers.includes(name)]]),
      ),
    )
  })

  it('is for the same people on another instance', async () => {
    for (const [name, kind] of Object.entries(kinds)) {
      const expected = [readers.includes(name), readers.includes(name)]
      await expect.poll(() => reads(other, kind)).toEqual(expected)
    }
  })
})
