import { createHash, randomUUID } from 'node:crypto'
import { saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { addTerms, saveBody } from '@portal/contract/bodies'
import { savePlaceAudience } from '@portal/contract/item-audiences'
import { saveMapping } from '@portal/contract/mappings'
import { createMeeting } from '@portal/contract/new-meetings'
import { getPublication, setPublication } from '@portal/contract/quarters'
import { askQuestion } from '@portal/contract/questions'
import { searchEverything } from '@portal/contract/search-everything'
import { ofMeeting } from '@portal/contract/twins'
import { expect, vi } from 'vitest'
import { originalKey, pictureKey, pictureWidths } from '../documents/synced-documents-service.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { namedAudience, readersNow, storeReaders } from './readers-fixture.ts'

/** The word in the title, text, paper, names and versions of what is closed. */
export const secret = 'succession'
export const quarter = { year: 2026, quarter: 4 }
/** The slot of the closed item's paper, and one of a closed item without a paper. */
export const closedSlot = 'meeting-2026-q4-budget-update'
export const emptySlot = 'meeting-2026-q4-asset-summary'
/** The meeting of a committee, and two closed places in its list: one with a paper, and one without. */
export const committeeMeeting = '2026-11-19-finance'
export const closedPlace = `meeting-${committeeMeeting}--k1`
export const emptyPlace = `meeting-${committeeMeeting}--k2`
/** The id of a question about the closed item. */
export const question = '00000000-0000-4000-8000-00000000000a'

export const sha256Of = (text: string | Uint8Array) =>
  createHash('sha256').update(text).digest('hex')
export const picture = (text: string) =>
  Buffer.concat([Buffer.from('RIFF0000WEBPVP8 '), Buffer.from(text)])

/**
 * A portal with the readers of `storeReaders` and two closed items in the board's meeting: `pay` with the paper `closed`,
 * and `shut` without anything. The list of a committee's meeting has a closed paper, `listed`.
 */
export async function openClosedPortal(env: Record<string, string> = {}): Promise<TestApi> {
  const api = await testApi({
    now: readersNow,
    env: { QA_ACCOUNTS: 'qa@larkspur.example', ...env },
  })
  const admin = api.call('admin')
  await storeReaders(api)
  await storePaper(api, 'public', 'The budget of the foundation')
  await storePaper(api, 'closed', `The ${secret} of the director, with zebra`)
  await storePaper(api, 'listed', `Who comes after the ${secret}`)
  const map = (id: string, documentId: string) =>
    admin(saveMapping, {
      params: { id },
      body: { documentId, title: `${secret} plan` },
      revision: 'new',
    })
  await map(closedSlot, 'closed')
  const restricted = { duration: 30, audience: namedAudience }
  const items = [
    { id: 'open', title: 'Welcome' },
    {
      id: 'pay',
      title: `Choose by ${secret}`,
      description: `The ${secret}`,
      papers: [{ materialType: 'budget-update' }],
      ...restricted,
    },
    {
      id: 'shut',
      title: 'Nothing yet',
      papers: [{ materialType: 'asset-summary' }],
      ...restricted,
    },
  ]
  await admin(setAgendaStatus, {
    params: quarter,
    body: { status: 'published', content: { date: '2026-11-20', items } },
    revision: 'new',
  })
  const asked = { id: question, item: 'pay', text: `Why ${secret}?` }
  await admin(askQuestion, { params: quarter, body: { ...asked, audience: 'item' } })

  await admin(saveBody, { params: { id: 'finance' }, body: { name: 'Finance' }, revision: 'new' })
  const term = { body: 'finance', office: 'member', voting: true, from: '2026-01-01' } as const
  await admin(addTerms, { body: { terms: [{ ...term, person: 'committee' }] } })
  const { revision } = await admin(createMeeting, {
    body: {
      key: randomUUID(),
      body: 'finance',
      kind: 'committee',
      title: 'Finance',
      date: '2026-11-19',
    },
  })
  const params = { meeting: committeeMeeting }
  const content = { items: [{ id: 'year', title: 'The year' }] }
  await admin(ofMeeting(saveAgenda), { params, body: content, revision })
  for (const id of [closedPlace, emptyPlace]) {
    const audience = { who: 'named' as const, named: ['ruth'] }
    await admin(savePlaceAudience, { params: { id }, body: { audience }, revision: 'new' })
  }
  await map(closedPlace, 'listed')
  const { revision: prepared = 'new' } = await admin(ofMeeting(getPublication), { params })
  await admin(ofMeeting(setPublication), {
    params,
    body: { state: 'published' },
    revision: prepared,
  })
  await vi.waitFor(async () => {
    expect((await admin(searchEverything, { query: { q: 'zebra' } })).complete).toBe(true)
  }, 30_000)
  return api
}

/** A paper with text, pictures and, if it is closed, an earlier version. */
async function storePaper(api: TestApi, id: string, text: string) {
  const sha256 = sha256Of(`${text}, ${id}`)
  const [narrow, wide] = ['narrow', 'wide'].map((size) => picture(pictureOf(id, size)))
  await api.ports.blobs.put(pictureKey(sha256, pictureWidths.narrow), narrow!)
  await api.ports.blobs.put(pictureKey(sha256, pictureWidths.wide), wide!)
  await api.ports.blobs.put(originalKey(sha256), Buffer.from(`${text}, ${id}`))
  const addresses = {
    narrow: `/api/images/${sha256Of(narrow!)}`,
    wide: `/api/images/${sha256Of(wide!)}`,
  }
  const isClosed = id !== 'public'
  const name = isClosed ? `${secret} ${id}` : id
  await api.putPaper(id, {
    name: `${name}.pdf`,
    title: name,
    path: isClosed ? `Board/${secret}` : 'Board',
    sha256,
    version: 2,
    first_page: { ...addresses, height: 800 },
  })
  await api.putText(id, [text])
  if (!isClosed) return
  const earlier = sha256Of(pictureOf(id, 'earlier'))
  const bytes = picture(pictureOf(id, 'earlier'))
  await api.ports.blobs.put(pictureKey(earlier, pictureWidths.wide), bytes)
  await api.putVersion(id, 1, { sha256: earlier, name: `${secret}.pdf` })
  const pictures = { sha256: earlier, size: 'wide' }
  await api.ports.store.create('version_pictures', `${sha256Of(bytes)}-${earlier}`, pictures)
}

function pictureOf(id: string, size: string): string {
  return id === 'closed' ? size : `${id} ${size}`
}
