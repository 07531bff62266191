import { dayAfter } from '@portal/domain/days'
import { type ItemThing, mayRead, type Reader } from '@portal/domain/may-read'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  days,
  modelReaders,
  momentOf,
  names,
  newWorld,
  steps,
  timeZone,
  type World,
} from './item-histories-fixture.ts'

/** Number of histories; `test --long` runs many more. */
const histories = process.env['TEST_LONG'] ? 10_000 : 500

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
