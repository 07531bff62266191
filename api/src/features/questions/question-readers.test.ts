import { getAgenda, saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { memberViewHeader } from '@portal/contract/member-view'
import { askQuestion, flagItem } from '@portal/contract/questions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { kinds, namedAudience, readersNow, storeReaders } from '../visibility/readers-fixture.ts'

const params = { year: 2026, quarter: 4 }
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
const everybody = [...members, ...views, 'a named guest', 'an assistant of a named member']

type Row = { audience: object; by: string; open: string[]; closed: string[] }

/** Who sees a question for the item’s audience, and a private one. The committee member is the presenter. */
const table: [name: string, row: Row][] = [
  [
    'everybody',
    {
      audience: { who: 'everybody' },
      by: 'a voting member',
      open: everybody,
      closed: [
        'an admin in the audience',
        'an admin outside',
        'a voting member',
        'a committee member',
        'the chair',
      ],
    },
  ],
  [
    'voting members, and the secretary',
    {
      audience: { who: 'voting', named: ['ruth'] },
      by: 'a voting member',
      open: ['an admin in the audience', 'a voting member', 'a committee member', 'the chair'],
      closed: ['an admin in the audience', 'a voting member', 'a committee member', 'the chair'],
    },
  ],
  [
    'voting members except the chair',
    {
      audience: { who: 'voting', named: ['ruth'], except: ['chair'] },
      by: 'a voting member',
      open: ['an admin in the audience', 'a voting member', 'a committee member'],
      closed: ['an admin in the audience', 'a voting member', 'a committee member'],
    },
  ],
  [
    'named people',
    {
      audience: namedAudience,
      by: 'a named member',
      open: Object.keys(kinds).filter((name) => kinds[name]!.reads),
      closed: ['an admin in the audience', 'a named member'],
    },
  ],
]

const itemFor = (audience: object) => ({
  id: 'pay',
  title: 'Pay',
  type: 'consent',
  speaker: 'committee',
  speakerId: 'committee',
  audience: audience as never,
})

let api: TestApi
beforeAll(async () => {
  api = await testApi({ now: readersNow, env: { QA_ACCOUNTS: 'qa@larkspur.example' } })
  await storeReaders(api)
  await api.call('admin')(setAgendaStatus, {
    params,
    body: {
      status: 'published',
      content: { date: '2026-11-20', items: [itemFor({ who: 'everybody' })] },
    },
    revision: 'new',
  })
})
afterAll(() => api.close())

/** Which of the two questions a reader is sent, and whether they see that the item is flagged. */
async function seen(name: string, words: readonly string[]) {
  const { as, view } = kinds[name]!
  const headers = {
    authorization: `Bearer ${api.tokenFor(as)}`,
    ...(view === undefined ? {} : { [memberViewHeader]: view }),
  }
  const reply = await api.request('/api/agendas/2026/4/questions', { headers })
  const text = await reply.text()
  return [...words.map((word) => text.includes(word)), text.includes('"count":1')]
}

describe.each(table)('questions about an item for %s', (name, { audience, by, open, closed }) => {
  const words = [`open of ${name}`, `private of ${name}`]
  beforeAll(async () => {
    const admin = api.call('admin')
    const { revision } = await admin(getAgenda, { params })
    await admin(saveAgenda, { params, body: { items: [itemFor(audience)] }, revision })
    const asker = api.call(kinds[by]!.as)
    for (const [index, text] of words.entries()) {
      const own = { id: crypto.randomUUID(), item: 'pay', text }
      const body = { ...own, audience: index === 0 ? ('item' as const) : ('private' as const) }
      await asker(askQuestion, { params, body })
    }
    const flag = { params, body: { item: 'pay', flagged: true } }
    if (by === 'a voting member') await asker(flagItem, flag)
  })

  it('are seen by exactly these kinds of readers', async () => {
    const names = Object.keys(kinds)
    const found = await Promise.all(
      names.map(async (reader) => [reader, await seen(reader, words)] as const),
    )
    // The flag of the voting member stays with the item, whoever reads it now.
    const expected = names.map((reader) => [
      reader,
      [open.includes(reader), closed.includes(reader), open.includes(reader)],
    ])
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
  })
})

it('about an item that is gone are seen by nobody, and are back with it', async () => {
  const admin = api.call('admin')
  const words = ['open of everybody', 'private of everybody']
  const change = async (items: { id: string }[]) => {
    const { revision } = await admin(getAgenda, { params })
    await admin(saveAgenda, { params, body: { items }, revision })
  }
  await change([])
  for (const name of ['a voting member', 'an admin in the audience', 'the chair']) {
    expect(await seen(name, words)).toEqual([false, false, false])
  }
  await change([itemFor({ who: 'everybody' })])
  expect(await seen('the chair', words)).toEqual([true, true, true])
})
