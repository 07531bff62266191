import {
  isAdmin,
  isRestricted,
  type ItemThing,
  mayRead,
  type Reader,
  type Thing,
} from './may-read.ts'

/** Who of some people may read a thing, in their order: for an editor, before it is saved. */
export function whoMayRead<R extends Reader>(people: readonly R[], thing: Thing, now: Date): R[] {
  return people.filter((person) => mayRead(person, thing, now))
}

/**
 * Who gains and who loses a thing by a change of it: of an item's audience, of whom a body's meetings are open to, or
 * of the items that a paper belongs to.
 */
export function accessChange<R extends Reader, T extends Thing>(
  people: readonly R[],
  { before, after }: { before: T; after: T },
  now: Date,
): { gains: R[]; loses: R[] } {
  const [had, has] = [before, after].map((thing) => new Set(whoMayRead(people, thing, now)))
  return {
    gains: people.filter((person) => has!.has(person) && !had!.has(person)),
    loses: people.filter((person) => had!.has(person) && !has!.has(person)),
  }
}

/** Whether a reader sees and changes an item's title, text, papers and audience as its editor. */
export function mayPrepare(reader: Reader, item: ItemThing, now: Date): boolean {
  return isAdmin(reader) && mayRead(reader, item, now)
}

/** Why an item can't get this audience, as a sentence: nobody of all `people` could prepare it any more. */
export function audienceFault(
  people: readonly Reader[],
  item: ItemThing,
  now: Date,
): string | undefined {
  if (people.some((person) => mayPrepare(person, item, now))) return undefined
  return 'No admin could prepare this item any more. Please name an admin who can.'
}

export const closedSession = 'Closed session'

/** What members who may not read a restricted item are shown instead of it: *Closed session* and its time, or nothing. */
export type ShownToOthers = 'time' | 'nothing'

type Timed = { time?: string | undefined; duration: number }
export type ClosedSession = Timed & { title: typeof closedSession }

/**
 * What a reader is shown of an item: the item itself, a closed session with nothing but its time, or nothing. Anyone who
 * would read the item if it were for everybody is shown the closed session; admins always, because they plan its time.
 */
export function shownItem<T extends Timed>(
  reader: Reader,
  { item, content, toOthers = 'time' }: { item: ItemThing; content: T; toOthers?: ShownToOthers },
  now: Date,
): T | ClosedSession | undefined {
  if (mayRead(reader, item, now)) return content
  if (!isRestricted(item) || (toOthers === 'nothing' && !isAdmin(reader))) return undefined
  if (!mayRead(reader, { ...item, audience: undefined }, now)) return undefined
  const { time, duration } = content
  return { title: closedSession, ...(time === undefined ? {} : { time }), duration }
}
