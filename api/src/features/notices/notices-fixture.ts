import { saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { addTerms } from '@portal/contract/bodies'
import { listMappings, saveMapping } from '@portal/contract/mappings'
import { momentAt, withOffset } from '@portal/domain/zone-time'
import type { Ports } from '../../ports.ts'
import {
  testApi,
  type TestApi,
  type TestIdentity,
  testPeople,
  uidOf,
} from '../../testing/test-api.ts'

const zone = 'America/Los_Angeles'
export const quarter = { year: 2026, quarter: 4 }
export const meeting = '2026-Q4'
/** The title of a closed item and of its paper. */
export const secret = 'succession'

export type NoticesWorld = Awaited<ReturnType<typeof noticesWorld>>

export const account = (name: string): TestIdentity => ({
  ...testPeople.member,
  uid: name,
  email: `${name}@larkspur.example`,
  displayName: name,
})

/** The people with a term in the board. Flo has neither an account nor an address. */
const board = ['maria', 'ann', 'ben', 'cy', 'dee', 'eve', 'flo']

type Options = {
  env?: Record<string, string>
  /** With an empty store; in memory by default. */
  ports?: Partial<Ports>
}

/**
 * The board with a published meeting on 10 December 2026, an open item for a guest, a closed one for Maria, and a clock.
 * Hal's term has ended, and Ivy never had one.
 */
export async function noticesWorld({ env = {}, ports = {} }: Options = {}) {
  let clock = '2026-11-19T11:00'
  const now = () => momentAt(clock, zone)!
  const api = await testApi({
    now,
    env: { FOUNDATION_TIME_ZONE: zone, ...env },
    ports,
  })
  putAccounts(api)
  const admin = api.call('admin')
  const entry = (id: string, more: object) =>
    api.ports.store.create('directory', id, { name: id, role: 'Trustee', type: 'board', ...more })
  for (const id of [...board, 'hal', 'ivy']) {
    if (id === 'flo') {
      await entry(id, {})
      continue
    }
    await entry(id, { account: id, email: `${id}@larkspur.example` })
  }
  await entry('ruth', { account: uidOf(testPeople.admin) })
  await admin(addTerms, {
    body: {
      terms: [...board, 'hal'].map((person) => ({
        person,
        body: 'board',
        office: 'member' as const,
        voting: true,
        from: '2025-01-01',
        ...(person === 'hal' ? { to: '2026-11-18' } : {}),
      })),
    },
  })
  await storeGuest(api, 'gus', ['welcome'])
  for (const id of ['report', 'report-2', 'budget', 'closed']) {
    const title = id === 'closed' ? `The ${secret} plan` : id
    await api.putPaper(id, { name: `${title}.pdf` })
  }
  const items = [
    { id: 'welcome', title: 'Welcome', papers: [{ materialType: 'consent-agenda' }] },
    {
      id: 'pay',
      title: `Choose by ${secret}`,
      papers: [{ materialType: 'asset-summary' }],
      audience: { who: 'named' as const, named: ['maria', 'ruth'] },
    },
  ]
  const body = {
    status: 'published' as const,
    content: {
      title: 'Winter Meeting',
      date: '2026-12-10',
      time: '09:00',
      endTime: '12:00',
      location: 'Larkspur House',
      items,
    },
  }
  await admin(setAgendaStatus, { params: quarter, body, revision: 'new' })

  return {
    api,
    now,
    admin,
    at: (local: string) => void (clock = local),
    /** Runs the job every hour, or after as many minutes, until a time, which is included. */
    until: async (local: string, minutes: 15 | 60 = 60) => {
      const step = minutes * 60_000
      const end = momentAt(local, zone)!
      const first = new Date(Math.ceil(now().getTime() / step) * step)
      for (let moment = first; moment <= end; moment = new Date(moment.getTime() + step)) {
        clock = withOffset(moment, zone).slice(0, 16)
        await api.features.notices.prepareDue()
      }
      clock = local
    },
    prepare: () => api.features.notices.prepareDue(),
    /** Puts a paper into a slot, or replaces it. */
    map: async (slot: string, documentId: string) => {
      const id = `meeting-2026-q4-${slot}`
      const listed = await admin(listMappings, {
        query: { year: String(quarter.year), quarter: String(quarter.quarter) },
      })
      const revision = listed[id]?.revision ?? 'new'
      await admin(saveMapping, { params: { id }, body: { documentId }, revision })
    },
    change: async (content: object) => {
      const { revision } = (await api.ports.store.get('agendas', meeting))!
      await admin(saveAgenda, { params: quarter, body: content, revision })
    },
    /** What was queued, in its order. */
    mails: async () => {
      const { documents } = await api.ports.store.list('mails')
      return documents
        .map((mail) => ({
          id: mail.id,
          at: withOffset(new Date(String(mail['at'])), zone).slice(5, 16),
          person: String(mail['person']),
          kind: String(mail['kind']),
          subject: String(mail['subject']),
          text: JSON.stringify(mail['content']),
        }))
        .toSorted((a, b) => `${a.at} ${a.person}`.localeCompare(`${b.at} ${b.person}`))
    },
  }
}

/** The accounts of the world's people, which aren't in its database. */
function putAccounts(api: TestApi): void {
  for (const id of [...board, 'hal', 'ivy']) {
    if (id !== 'flo') api.accounts.put({ ...accountOf(id), validAfter: 0 })
  }
  api.accounts.put(guestAccount('gus'))
}

/** Another instance on the world's database. */
export async function anotherInstance(
  ports: Partial<Ports>,
  now: () => Date,
  env: Record<string, string> = {},
): Promise<TestApi> {
  const api = await testApi({
    now,
    env: { FOUNDATION_TIME_ZONE: zone, ...env },
    ports,
  })
  putAccounts(api)
  return api
}

/** A guest who is invited to items of the meeting. */
export async function storeGuest(api: TestApi, id: string, items: string[], until = '2026-12-31') {
  const { email } = guestAccount(id)
  api.accounts.put(guestAccount(id))
  const kind = { kind: 'guest', name: id, email, since: '2026-11-01T00:00:00Z' }
  await api.ports.store.create('account_kinds', id, kind)
  const invitation = { person: id, name: id, meeting, items, until }
  await api.ports.store.create('invitations', id, invitation)
}

function guestAccount(id: string) {
  const email = `${id}@elsewhere.example`
  return { uid: id, email, displayName: id, providers: ['password'], validAfter: 0 }
}

function accountOf(uid: string) {
  const email = `${uid}@larkspur.example`
  return { uid, email, displayName: uid, emailVerified: false, providers: ['password'] }
}
