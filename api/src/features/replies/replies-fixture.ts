import { saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { linkAccount } from '@portal/contract/directory'
import { addTerms } from '@portal/contract/bodies'
import { type TestApi, type TestIdentity, testPeople, uidOf } from '../../testing/test-api.ts'

const q4 = { year: 2026, quarter: 4 }
export const meeting = '2026-Q4'
export const time = { date: '2026-12-10', time: '10:00', endTime: '12:00' }

/** A board of five with a published meeting: Maria (the chair, a member) and Ruth (an admin) sign in, the others don't. */
export async function storeBoard(api: TestApi, { terms = true } = {}): Promise<void> {
  const admin = api.call('admin')
  for (const [id, name, email] of [
    ['maria', 'Maria Lopez', testPeople.member.email],
    ['ruth', 'Ruth Abelman', testPeople.admin.email],
    ['ada', 'Ada Park', 'ada@elsewhere.example'],
    ['ben', 'Ben Ode', ''],
    ['cleo', 'Cleo Ray', 'cleo@elsewhere.example'],
  ] as const) {
    const entry = { name, role: 'Trustee', type: 'board', ...(email ? { email } : {}) }
    await api.ports.store.create('directory', id, entry)
  }
  for (const [id, account] of [
    ['maria', uidOf(testPeople.member)],
    ['ruth', uidOf(testPeople.admin)],
  ] as const) {
    await admin(linkAccount, { params: { id }, body: { account }, revision: 1 })
  }
  if (terms) {
    const of = (person: string, office: 'chair' | 'member' | 'observer') => ({
      person,
      body: 'board',
      office,
      voting: office !== 'observer',
      from: '2026-01-01',
    })
    await admin(addTerms, {
      body: {
        terms: [
          of('maria', 'chair'),
          ...['ada', 'ben', 'ruth'].map((id) => of(id, 'member')),
          of('cleo', 'observer'),
        ],
      },
    })
  }
  await admin(saveAgenda, {
    params: q4,
    body: {
      title: 'Winter Meeting',
      location: 'The library',
      ...time,
      items: [
        { id: 'welcome', title: 'Welcome' },
        {
          id: 'pay',
          title: 'Pay of the director',
          audience: { who: 'everybody', except: ['maria'] },
        },
      ],
    },
    revision: 'new',
  })
  await admin(setAgendaStatus, { params: q4, body: { status: 'published' }, revision: 1 })
}

/** Changes the meeting as an admin does, keeping its items. */
export async function changeMeeting(api: TestApi, change: object): Promise<void> {
  const stored = (await api.ports.store.get('agendas', meeting))!
  const { id: _id, updatedAt: _at, revision, ...body } = stored
  await api.ports.store.update('agendas', meeting, { ...body, ...change }, revision)
}

export const signedIn = (uid: string, email: string): TestIdentity => ({
  uid,
  email,
  provider: 'password',
  createdByAdmin: false,
})
