import { dayAfter } from '@portal/domain/days'
import { type ItemThing, mayRead, type Reader } from '@portal/domain/may-read'
import { startOfDay } from '@portal/domain/zone-time'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'

/** Number of histories; `test --long` runs many more. */
const histories = process.env['TEST_LONG'] ? 10_000 : 500

const timeZone = 'America/Los_Angeles'
/** Ten days, numbered from 0; the clocks are set back on the day 4. */
const days = Array.from({ length: 10 }, (_, at) => dayAfter('2026-10-28', at))
const day = fc.nat({ max: days.length - 1 })
const names = ['ada', 'ben', 'cai', 'dee', 'eli', 'fay'] as const
const name = fc.constantFrom(...names)
const some = fc.uniqueArray(name, { maxLength: 3 })
const few = fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, some)

/** Steps replace what the world has at a place; the last one reads everything, at both ends of a day. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('term' as const),
    at: fc.nat({ max: 5 }),
    name,
    voting: fc.boolean(),
    from: day,
    length: fc.option(fc.nat({ max: 6 })),
  }),
  fc.record({ kind: fc.constant('invite' as const), at: fc.nat({ max: 2 }), name, until: day }),
  fc.record({
    kind: fc.constant('audience' as const),
    who: fc.constantFrom('everybody' as const, 'voting' as const, 'named' as const),
    named: some,
    except: few,
  }),
  fc.record({
    kind: fc.constant('person' as const),
    name,
    role: fc.constantFrom(
      'admin' as const,
      'member' as const,
      'guest' as const,
      'assistant' as const,
    ),
    assists: name,
    isLinked: fc.oneof(fc.constant(true), fc.boolean()),
  }),
  fc.record({
    kind: fc.constant('meeting' as const),
    day,
    openTo: fc.constantFrom('members' as const, 'terms' as const),
    isInPreparation: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('read' as const), day, isLate: fc.boolean() }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Of<K extends Step['kind']> = Omit<Extract<Step, { kind: K }>, 'kind'>

type World = {
  terms: Map<number, Of<'term'>>
  invitations: Map<number, Of<'invite'>>
  audience: Of<'audience'>
  people: Map<string, Of<'person'>>
  meeting: Of<'meeting'>
}

function newWorld(): World {
  const person = (own: Of<'person'>['name']): Of<'person'> => ({
    name: own,
    role: 'member',
    assists: 'ada',
    isLinked: true,
  })
  return {
    terms: new Map(),
    invitations: new Map(),
    audience: { who: 'everybody', named: [], except: [] },
    people: new Map(names.map((own) => [own, person(own)])),
    meeting: { day: 5, openTo: 'terms', isInPreparation: false },
  }
}

const both = (a: Set<string>, b: Set<string>) => new Set([...a].filter((own) => b.has(own)))
const either = (...sets: Set<string>[]) => new Set(sets.flatMap((set) => [...set]))
const without = (a: Set<string>, b: Set<string>) => new Set([...a].filter((own) => !b.has(own)))

/** A model of sets of people, by numbered days: who reads the item on a day. */
function modelReaders(world: World, today: number): Set<string> {
  const { audience, meeting } = world
  const all = [...world.people.values()]
  const those = (test: (person: Of<'person'>) => boolean) =>
    new Set<string>(all.filter(test).map((person) => person.name))
  const linked = those(({ isLinked }) => isLinked)
  const admins = those(({ role }) => role === 'admin')
  const guests = those(({ role }) => role === 'guest')
  const assistants = those(({ role }) => role === 'assistant')
  const members = either(
    admins,
    those(({ role }) => role === 'member'),
  )
  const invited = new Set<string>(
    [...world.invitations.values()].filter(({ until }) => today <= until).map((one) => one.name),
  )
  const inOffice = (on: number, votersOnly: boolean) => {
    const current = [...world.terms.values()]
      .filter(({ voting }) => voting || !votersOnly)
      .filter(({ from, length }) => on >= from && (length === null || on - from <= length))
    return both(new Set(current.map((one) => one.name)), members)
  }

  const named = both(new Set(audience.named), linked)
  const present = meeting.openTo === 'members' ? members : inOffice(today, false)
  const voters = both(inOffice(today, true), inOffice(meeting.day, true))
  const audiences = {
    everybody: either(present, admins, invited),
    voting: either(voters, named),
    named,
  }
  let readers = audiences[audience.who]
  if (audience.except.length > 0) readers = without(both(readers, linked), new Set(audience.except))
  readers = without(without(readers, assistants), without(guests, invited))
  if (meeting.isInPreparation) return both(readers, admins)
  if (audience.who !== 'everybody' || audience.except.length > 0) return readers
  return either(
    readers,
    those((one) => assistants.has(one.name) && readers.has(one.assists)),
  )
}

function readerOf(world: World, own: string, isAssisted = false): Reader {
  const { role, assists, isLinked } = world.people.get(own)!
  const isTheirs = (one: { name: string }) => one.name === own
  return {
    sight: role === 'admin' ? 'everything' : 'published',
    kind: role === 'admin' ? 'member' : role,
    person: isLinked ? own : undefined,
    terms: [...world.terms.values()].filter(isTheirs).map(({ voting, from, length }) => ({
      body: 'finance',
      voting,
      from: days[from]!,
      to: length === null ? undefined : dayAfter(days[from]!, length),
    })),
    invitations: [...world.invitations.values()]
      .filter(isTheirs)
      .map(({ until }) => ({ meeting: 'm1', items: ['pay'], until: days[until]! })),
    ...(role === 'assistant' && !isAssisted ? { assists: readerOf(world, assists, true) } : {}),
  }
}

function itemOf({ audience, meeting }: World): ItemThing {
  const { openTo, isInPreparation } = meeting
  return {
    kind: 'item',
    key: 'pay',
    isInPreparation,
    audience,
    meeting: { key: 'm1', day: days[meeting.day]!, timeZone, body: { id: 'finance', openTo } },
  }
}

/** The first or the last moment of a day. */
function momentOf(at: number, isLate: boolean): Date {
  const start = startOfDay(dayAfter(days[at]!, isLate ? 1 : 0), timeZone)!
  return isLate ? new Date(start.getTime() - 1) : start
}

const steps = fc.array(step, { minLength: 10, maxLength: 30, size: 'max' })

it('lets the same people read an item and its paper as a model of sets, in random histories', () => {
  const seen = { read: 0, refused: 0, assistants: 0, guests: 0, closed: 0 }
  fc.assert(
    fc.property(steps, (taken) => {
      const world = newWorld()
      for (const one of [...taken, { kind: 'read', day: 5, isLate: true } as const]) {
        if (one.kind === 'term') world.terms.set(one.at, one)
        else if (one.kind === 'invite') world.invitations.set(one.at, one)
        else if (one.kind === 'audience') world.audience = one
        else if (one.kind === 'person') world.people.set(one.name, one)
        else if (one.kind === 'meeting') world.meeting = one
        else {
          const item = itemOf(world)
          const paper = { kind: 'paper', isUploaded: true, isInClosedFolder: false } as const
          const now = momentOf(one.day, one.isLate)
          const readers = names.filter((own) => mayRead(readerOf(world, own), item, now))
          const expected = modelReaders(world, one.day)
          expect(readers).toEqual(names.filter((own) => expected.has(own)))
          const isClosed = world.audience.who !== 'everybody' || world.audience.except.length > 0
          const slot = {
            kind: 'slot',
            isActive: true,
            isInPreparation: false,
            showsPaper: true,
          } as const
          const held = { ...paper, slots: [slot], items: [item] }
          const isShown = (own: string) => mayRead(readerOf(world, own), held, now)
          if (isClosed) expect(names.filter(isShown)).toEqual(readers)
          seen.read += readers.length
          seen.refused += names.length - readers.length
          for (const own of readers) {
            const { role } = world.people.get(own)!
            if (role === 'assistant') seen.assistants += 1
            if (role === 'guest') seen.guests += 1
            if (isClosed) seen.closed += 1
          }
        }
      }
    }),
    { numRuns: histories },
  )
  // Histories in which nothing happens would prove nothing.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(histories / 100)
})
