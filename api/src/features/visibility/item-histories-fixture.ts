import { dayAfter } from '@portal/domain/days'
import { startOfDay } from '@portal/domain/zone-time'
import * as fc from 'fast-check'

export const timeZone = 'America/Los_Angeles'
/** Ten days, numbered from 0; the clocks are set back on the day 4. */
export const days = Array.from({ length: 10 }, (_, at) => dayAfter('2026-10-28', at))
const day = fc.nat({ max: days.length - 1 })
export const names = ['ada', 'ben', 'cai', 'dee', 'eli', 'fay'] as const
export type Name = (typeof names)[number]
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
export type Of<K extends Step['kind']> = Omit<Extract<Step, { kind: K }>, 'kind'>

export type World = {
  terms: Map<number, Of<'term'>>
  invitations: Map<number, Of<'invite'>>
  audience: Of<'audience'>
  people: Map<string, Of<'person'>>
  meeting: Of<'meeting'>
}

export function newWorld(): World {
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
export function modelReaders(world: World, today: number): Set<string> {
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

/** The first or the last moment of a day. */
export function momentOf(at: number, isLate: boolean): Date {
  const start = startOfDay(dayAfter(days[at]!, isLate ? 1 : 0), timeZone)!
  return isLate ? new Date(start.getTime() - 1) : start
}

export const steps = fc.array(step, { minLength: 10, maxLength: 30, size: 'max' })
