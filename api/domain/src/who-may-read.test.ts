import { expect, it } from 'vitest'
import type { Audience, ItemThing, Reader } from './may-read.ts'
import { mayRead } from './may-read.ts'
import { accessChange, audienceFault, mayPrepare, shownItem, whoMayRead } from './who-may-read.ts'

const now = new Date('2026-11-10T20:00:00Z')
const item = (own: Partial<ItemThing> = {}, openTo: 'members' | 'terms' = 'terms'): ItemThing => ({
  kind: 'item',
  key: 'budget',
  isInPreparation: false,
  meeting: {
    key: 'm1',
    day: '2026-11-20',
    timeZone: 'America/Los_Angeles',
    body: { id: 'finance', openTo },
  },
  ...own,
})
const term = (voting: boolean, from: string, to?: string) => ({ body: 'finance', voting, from, to })
const invitation = (until: string) => ({ meeting: 'm1', items: ['budget'], until })
const voter: Reader = {
  sight: 'published',
  person: 'voter',
  terms: [term(true, '2026-01-01', '2026-11-15'), term(true, '2026-11-16')],
}
const people = {
  admin: { sight: 'everything', person: 'admin' },
  voter,
  ends: { sight: 'published', person: 'ends', terms: [term(true, '2026-01-01', '2026-11-19')] },
  begins: { sight: 'published', person: 'begins', terms: [term(true, '2026-11-11')] },
  staff: { sight: 'published', person: 'staff', terms: [term(false, '2026-11-10', '2026-11-10')] },
  member: { sight: 'published', person: 'member' },
  unknown: { sight: 'published' },
  guest: {
    sight: 'published',
    kind: 'guest',
    person: 'guest',
    invitations: [invitation('2026-11-10')],
  },
  past: {
    sight: 'published',
    kind: 'guest',
    person: 'past',
    invitations: [invitation('2026-11-09')],
  },
  assistant: { sight: 'published', kind: 'assistant', person: 'assistant', assists: voter },
} satisfies Record<string, Reader>
const readers = (thing: Parameters<typeof mayRead>[1]) =>
  Object.entries(people)
    .filter(([, reader]) => mayRead(reader, thing, now))
    .map(([name]) => name)
    .join(' ')

const all = 'admin voter ends begins staff member unknown guest assistant'
const table: [name: string, thing: ItemThing, readers: string][] = [
  ['everybody of a body open to members', item({}, 'members'), all],
  ['everybody of a body open to terms', item(), 'admin voter ends staff guest assistant'],
  ['everybody, in preparation', item({ isInPreparation: true }), 'admin'],
  [
    'everybody except one',
    item({ audience: { who: 'everybody', except: ['staff'] } }),
    'admin voter ends guest',
  ],
  ['voting members', item({ audience: { who: 'voting' } }), 'voter'],
  [
    'voting members and named people',
    item({ audience: { who: 'voting', named: ['admin', 'guest', 'past', 'assistant'] } }),
    'admin voter guest',
  ],
  [
    'named people except one',
    item({ audience: { who: 'named', named: ['member', 'voter'], except: ['voter'] } }),
    'member',
  ],
  [
    'named people, in preparation',
    item({ isInPreparation: true, audience: { who: 'named', named: ['admin', 'voter'] } }),
    'admin',
  ],
  ['an audience of a newer release', item({ audience: { who: 'new' } as unknown as Audience }), ''],
]

it.each(table)('decides who reads an item for %s', (_, thing, expected) => {
  expect(readers(thing)).toBe(expected)
})

it('shows a paper of a restricted item nowhere else, not even to admins', () => {
  const slot = { kind: 'slot', isActive: true, isInPreparation: false, showsPaper: true } as const
  const paper = { kind: 'paper', isUploaded: false, isInClosedFolder: false, slots: [] } as const
  const closed = item({ audience: { who: 'voting' } })
  expect(readers({ ...paper, slots: [slot], items: [closed] })).toBe('voter')
  expect(readers({ ...paper, items: [item()] })).toBe('admin voter ends staff guest assistant')
  expect(readers({ ...paper, slots: [slot] })).toBe('admin voter ends begins staff member unknown')
})

it('keeps an admin who can prepare an item, and shows others its time alone', () => {
  const closed = item({ audience: { who: 'voting' } })
  const content = { title: 'Salary', time: '09:00', duration: 30 }
  expect(mayPrepare(people.admin, closed, now)).toBe(false)
  expect(audienceFault(Object.values(people), closed, now)).toMatch(/name an admin/)
  expect(audienceFault(Object.values(people), item(), now)).toBeUndefined()
  const shown = { title: 'Closed session', time: '09:00', duration: 30 }
  const hidden = { item: closed, content, toOthers: 'nothing' } as const
  expect(shownItem(people.staff, { item: closed, content }, now)).toEqual(shown)
  expect(shownItem(people.staff, hidden, now)).toBeUndefined()
  expect(shownItem(people.admin, hidden, now)).toEqual(shown)
  expect(shownItem(people.past, { item: closed, content }, now)).toBeUndefined()
  expect(shownItem(voter, hidden, now)).toBe(content)
})

it('lists who gains and who loses when a body is closed to members', () => {
  const change = { before: item({}, 'members'), after: item() }
  const { begins, member, unknown } = people
  expect(accessChange(Object.values(people), change, now)).toEqual({
    gains: [],
    loses: [begins, member, unknown],
  })
  expect(whoMayRead([member, voter], item(), now)).toEqual([voter])
})
