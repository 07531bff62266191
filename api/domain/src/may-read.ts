import type { OpenTo } from './bodies.ts'
import { type Day, dayOf } from './days.ts'
import { isCurrent, type TermDates } from './terms.ts'

/** What a reader sees: what is published, drafts as if they were published, or everything as it is stored. */
export type Sight = 'published' | 'drafts' | 'everything'

/** Guests and assistants aren't members in any rule. */
export type AccountKind = 'member' | 'guest' | 'assistant'

/** The items of a meeting that a person is invited to, until the end of a day in the foundation's zone. */
export type Invitation = { meeting: string; items: readonly string[]; until: Day }

export type ReaderTerm = TermDates & { body: string; voting: boolean }

/**
 * A member about whom nothing more is known has no terms, and isn't among named people. An admin who views the portal as
 * somebody else is such a member: with the terms that they chose, and without a person.
 */
export type Reader = {
  /** Members with `everything` are admins. */
  sight: Sight
  /** A member if absent. */
  kind?: AccountKind | undefined
  /** Their entry of the directory; absent if the account isn't linked to one. */
  person?: string | undefined
  terms?: readonly ReaderTerm[] | undefined
  invitations?: readonly Invitation[] | undefined
  /** The person that an assistant works for. */
  assists?: Omit<Reader, 'assists'> | undefined
}

/** A member about whom nothing more is known. */
export const anyMember: Reader = { sight: 'published' }

/**
 * Who an item is for: everybody who may see the meeting, the body's voting members, or named people. `named` has people
 * (entries of the directory) who belong to a closed session without a vote. `except` has people who don't get the item,
 * regardless of what else it says.
 */
export type Audience = (
  | { who: 'everybody' }
  | { who: 'voting'; named?: readonly string[] | undefined }
  | { who: 'named'; named: readonly string[] }
) & { except?: readonly string[] | undefined }

/** An item of a meeting, or the place of a paper in a meeting's list or slot that has an audience. */
export type ItemThing = {
  kind: 'item'
  /** The key that invitations name. */
  key: string
  /** Also while its agenda is a draft, or its slot inactive. */
  isInPreparation: boolean
  /** Everybody if absent. */
  audience?: Audience | undefined
  meeting: {
    /** The permanent key. */
    key: string
    day: Day
    /** The foundation's: days of terms and invitations begin and end in it. */
    timeZone: string
    body: { id: string; openTo: OpenTo }
  }
}

/** A quarter with everything in it: its slots, agenda, papers and news. */
type QuarterThing = { kind: 'quarter'; isInPreparation: boolean }

/** A slot of a quarter, of the governance or of the communications, which have no preparation. */
type SlotThing = {
  kind: 'slot'
  isActive: boolean
  isInPreparation: boolean
  /** A card that the foundation does without; not even an admin sees it as a member would. */
  isSetAside?: boolean
}

/** A slot that a paper is mapped to. It doesn't show the paper if a native agenda or an embed takes its place. */
export type HoldingSlot = SlotThing & { showsPaper: boolean }

/** A paper, or anything made from one: a version, text, picture, difference, search result, quotation or page of a book. */
type PaperThing = {
  kind: 'paper'
  isUploaded: boolean
  /** Whether its folder of the drive is closed to members. */
  isInClosedFolder: boolean
  /** Every slot that it is mapped to. */
  slots: readonly HoldingSlot[]
  /** Every item that it belongs to. */
  items?: readonly ItemThing[] | undefined
}

export type Thing = QuarterThing | SlotThing | PaperThing | ItemThing

/**
 * Whether a reader may read a thing. Nothing is seen before it is published: members see a paper in the active slots of
 * published quarters, and a paper from the drive also while nothing holds it and its folder is open. A paper of items is
 * seen by anyone who may read one of them; if one is for fewer people, no other place shows it, not even to admins.
 */
export function mayRead(reader: Reader, thing: Thing, now: Date): boolean {
  if (thing.kind === 'item') return mayReadItem(reader, thing, now)
  const items = thing.kind === 'paper' ? (thing.items ?? []) : []
  if (items.some((item) => mayRead(reader, item, now))) return true
  if (items.some(isRestricted) || !isMember(reader)) return false
  const { sight } = reader
  if (sight === 'everything') return true
  switch (thing.kind) {
    case 'quarter':
      return sight === 'drafts' || !thing.isInPreparation
    case 'slot':
      if (thing.isSetAside) return false
      return sight === 'drafts' || (thing.isActive && !thing.isInPreparation)
    case 'paper': {
      const seen = thing.slots.filter((slot) => mayRead(reader, slot, now))
      if (seen.some((slot) => slot.showsPaper)) return true
      if (thing.isUploaded || thing.isInClosedFolder) return false
      return (thing.slots.length === 0 && items.length === 0) || seen.length > 0
    }
  }
}

/** Whether an item is for fewer people than the meeting: closed, for named people, or with an exception. */
export function isRestricted({ audience }: Pick<ItemThing, 'audience'>): boolean {
  return audience !== undefined && (audience.who !== 'everybody' || exceptions(audience).length > 0)
}

export function isMember({ kind = 'member' }: Reader): boolean {
  return kind === 'member'
}

export function isAdmin(reader: Reader): boolean {
  return isMember(reader) && reader.sight === 'everything'
}

/** The rules in their order. What no rule allows, such as an audience of a newer release, is refused. */
function mayReadItem(reader: Reader, item: ItemThing, now: Date): boolean {
  const { audience = { who: 'everybody' }, meeting } = item
  const { kind, person, sight, assists, terms = [] } = reader
  const today = dayOf(now, meeting.timeZone)
  const isInvited = isInvitedTo(reader, item, today)

  if (item.isInPreparation && sight !== 'drafts' && !isAdmin(reader)) return false

  if (kind === 'guest' && !isInvited) return false
  if (kind === 'assistant') {
    if (isRestricted(item) || assists === undefined) return false
    return mayReadItem(assists, { ...item, isInPreparation: false }, now)
  }

  const except = exceptions(audience)
  // Somebody who can't be identified could be the one who doesn't get it.
  if (except.length > 0 && (person === undefined || except.includes(person))) return false

  const isNamed =
    person !== undefined && audience.who !== 'everybody' && !!audience.named?.includes(person)
  if (audience.who === 'named') return isNamed

  const ownTerms = isMember(reader) ? terms.filter(({ body }) => body === meeting.body.id) : []
  const votes = (day: Day) => ownTerms.some((term) => term.voting && isCurrent(term, day))
  if (audience.who === 'voting') return isNamed || (votes(today) && votes(meeting.day))

  if (audience.who !== 'everybody') return false
  if (isInvited || isAdmin(reader)) return true
  if (meeting.body.openTo === 'members') return isMember(reader)
  return ownTerms.some((term) => isCurrent(term, today))
}

function exceptions({ except = [] }: Audience): readonly string[] {
  return except
}

function isInvitedTo({ invitations = [] }: Reader, item: ItemThing, today: Day): boolean {
  return invitations.some(
    ({ meeting, items, until }) =>
      meeting === item.meeting.key && items.includes(item.key) && today <= until,
  )
}

/** Folders of these names are closed to members until an admin opens them. */
const closedNames = new Set(['drafts', 'in preparation'])

/**
 * Whether a folder of the drive is closed to members. `switched` has the folders that an admin has closed or opened; the
 * nearest one decides, and a folder's own name before the folders around it. Folders are names joined by `/`.
 */
export function isFolderClosed(folder: string, switched: ReadonlyMap<string, boolean>): boolean {
  for (let path = folder; path !== ''; path = parentOf(path)) {
    const own = switched.get(path)
    if (own !== undefined) return own
    if (
      closedNames.has(
        path
          .slice(path.lastIndexOf('/') + 1)
          .trim()
          .toLowerCase(),
      )
    )
      return true
  }
  return switched.get('') ?? false
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
