import { getAgenda, saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { saveMapping } from '@portal/contract/mappings'
import { memberViewHeader } from '@portal/contract/member-view'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { DocumentStore } from '../../platform/store/document-store.ts'
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

const voting = ['an admin in the audience', 'a voting member', 'a committee member', 'the chair']
const named = Object.keys(kinds).filter((name) => kinds[name]!.reads)

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
    'everybody except a guest',
    { who: 'everybody', except: ['named-guest'] },
    members.filter((name) => !withoutEntry.includes(name)),
  ],
  ['voting members, and the secretary', { who: 'voting', named: ['ruth'] }, voting],
  [
    'voting members except one, and the secretary',
    { who: 'voting', named: ['ruth', 'excepted'], except: ['chair', 'excepted'] },
    voting.filter((name) => name !== 'the chair'),
  ],
  [
    'named people without an exception',
    { ...namedAudience, except: [] },
    [...named, 'a named person who is excepted'],
  ],
  ['named people except one', namedAudience, named],
]

/**
 * Everybody reads of an item what its audience gives them, at the instance that changed it and, with two stores of one
 * database, at another one.
 */
export function audienceTable(
  suite: string,
  openStores?: () => [first: DocumentStore, second: DocumentStore],
): void {
  describe(suite, () => {
    let api: TestApi
    let other: TestApi | undefined
    beforeAll(async () => {
      const options = { now: readersNow, env: { QA_ACCOUNTS: 'qa@larkspur.example' } }
      const [store, second] = openStores?.() ?? []
      api = await testApi({ ...options, ...(store ? { ports: { store } } : {}) })
      await storeReaders(api)
      const { blobs, accounts } = api.ports
      if (second) other = await testApi({ ...options, ports: { store: second, blobs, accounts } })
      await api.putPaper('paper')
      const admin = api.call('admin')
      await admin(saveMapping, {
        params: { id: slot },
        body: { documentId: 'paper' },
        revision: 'new',
      })
      await admin(setAgendaStatus, {
        params,
        body: {
          status: 'published',
          content: { date: '2026-11-20', items: [itemFor(table[0]![1])] },
        },
        revision: 'new',
      })
    }, 300_000)
    afterAll(async () => {
      await other?.close()
      await api.close()
    })

    const expected = (readers: string[]) =>
      Object.fromEntries(
        Object.keys(kinds).map((name) => [name, [readers.includes(name), readers.includes(name)]]),
      )
    const seenAt = async (at: TestApi) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(kinds).map(async ([name, kind]) => [name, await reads(at, kind)] as const),
        ),
      )

    describe.each(table)('an item for %s', (_name, audience, readers) => {
      beforeAll(async () => {
        const admin = api.call('admin')
        // A busy database may need another try.
        await vi.waitFor(async () => {
          const { revision } = await admin(getAgenda, { params })
          await admin(saveAgenda, { params, body: { items: [itemFor(audience)] }, revision })
        }, 60_000)
      }, 120_000)

      it('and its paper are read by exactly these kinds of readers', async () => {
        expect(await seenAt(api)).toEqual(expected(readers))
      })

      if (!openStores) return
      it('is for the same people on another instance', async () => {
        await expect.poll(() => seenAt(other!), { timeout: 20_000 }).toEqual(expected(readers))
      })
    })
  })
}

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
