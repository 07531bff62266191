import { addTerms } from '@portal/contract/bodies'
import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import { type TestApi, type TestIdentity, testPeople, uidOf } from '../../testing/test-api.ts'

const account = (name: string): TestIdentity => ({
  ...testPeople.member,
  uid: name,
  email: `${name}@larkspur.example`,
  displayName: name,
})

export type Kind = { as: TestIdentity; view?: string; reads: boolean }

/** Every kind of reader, and whether an item for the people of `namedAudience` is for them. */
export const kinds: Record<string, Kind> = {
  'an admin in the audience': { as: testPeople.admin, reads: true },
  'an admin outside': { as: testPeople.staff, reads: false },
  'a named member': { as: account('named'), reads: true },
  'a member without a term': { as: testPeople.member, reads: false },
  'a voting member': { as: account('voting'), reads: false },
  'an observer': { as: account('observer'), reads: false },
  'a committee member': { as: account('committee'), reads: false },
  'a former member': { as: account('former'), reads: false },
  'a future member': { as: account('future'), reads: false },
  'the chair': { as: account('chair'), reads: false },
  'a named person who is excepted': { as: account('excepted'), reads: false },
  'a QA account': { as: account('qa'), reads: false },
  'a guest before the invitation ends': { as: account('guest'), reads: false },
  'a named guest': { as: account('named-guest'), reads: true },
  'a named guest after the invitation': { as: account('late-guest'), reads: false },
  'a guest without an invitation': { as: account('uninvited'), reads: false },
  'an assistant of a named member': { as: account('assistant'), reads: false },
  'an admin who views as a member': { as: testPeople.admin, view: 'member', reads: false },
  'an admin who views drafts': { as: testPeople.admin, view: 'member-drafts', reads: false },
  'an admin who views as a member of the board': {
    as: testPeople.admin,
    view: 'member.in.board',
    reads: false,
  },
  'an admin who views as a guest': {
    as: testPeople.admin,
    view: 'member.at.2026-Q4',
    reads: false,
  },
}

export const namedAudience = {
  who: 'named' as const,
  named: ['ruth', 'named', 'excepted', 'named-guest', 'late-guest'],
  except: ['excepted'],
}

export const readersNow = () => new Date('2026-11-12T20:00:00Z')

/** Stores the people: their entries, terms, accounts and invitations. */
export async function storeReaders(api: TestApi): Promise<void> {
  const admin = api.call('admin')
  const entry = async (id: string, uid: string) =>
    api.ports.store.create('directory', id, {
      name: id,
      role: 'Trustee',
      type: 'board',
      account: uid,
    })
  await entry('ruth', uidOf(testPeople.admin))
  const terms = {
    voting: { body: 'board', voting: true, from: '2026-01-01' },
    observer: { body: 'board', voting: false, from: '2026-01-01' },
    committee: { body: 'board', voting: true, from: '2026-01-01' },
    former: { body: 'board', voting: true, from: '2025-01-01', to: '2026-11-11' },
    future: { body: 'board', voting: true, from: '2026-11-13' },
    chair: { body: 'board', voting: true, from: '2026-01-01' },
  }
  for (const id of ['named', 'excepted', ...Object.keys(terms)]) await entry(id, id)
  await admin(addTerms, {
    body: {
      terms: Object.entries(terms).map(([person, term]) => ({
        ...term,
        person,
        office: person === 'chair' ? ('chair' as const) : ('member' as const),
      })),
    },
  })
  await admin(addDesignatedAdmin, { body: { email: testPeople.staff.email } })
  const known = { since: readersNow().toISOString() }
  for (const uid of ['guest', 'named-guest', 'late-guest', 'uninvited']) {
    const email = `${uid}@larkspur.example`
    await api.ports.store.create('account_kinds', uid, {
      ...known,
      kind: 'guest',
      name: uid,
      email,
    })
    if (uid === 'uninvited') continue
    await api.ports.store.create('invitations', uid, {
      person: uid,
      name: uid,
      meeting: '2026-Q4',
      items: uid === 'guest' ? ['open'] : ['open', 'pay'],
      until: uid === 'late-guest' ? '2026-11-11' : '2026-11-30',
    })
  }
  await api.ports.store.create('account_kinds', 'assistant', {
    ...known,
    kind: 'assistant',
    name: 'assistant',
    email: 'assistant@larkspur.example',
    assists: {
      person: 'named',
      account: 'named',
      name: 'named',
      email: 'n@larkspur.example',
      mayReply: false,
    },
  })
}
