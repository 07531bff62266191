import { slotOf } from './ids.ts'
import { isOwnCard } from './slot-names.ts'
import { closedSession } from './who-may-read.ts'

const ofSlots = ['mapping saved', 'slot unmapped', 'change undone']
const ofQuarters = ['quarter published', 'quarter put in preparation', 'change undone']
/** The first one is undone to what counts without one. */
const ofRemotes = ['release policy saved', 'release settings saved']
const saves = [
  'agenda saved',
  'meeting cancelled',
  'meeting stage changed',
  'meeting matched',
  'directory entry saved',
  'body saved',
  'term saved',
  'change undone',
]
const deletions = ['directory entry deleted', 'agenda deleted', 'term deleted']

/** As the audit has it; `before` and `after` are null if nothing is stored. */
type RecordedChange = { what: string; subject: string; before: unknown; after: unknown }

/** Whether a recorded change is of a kind that can be undone. */
export function isUndoable({ what, subject, before, after }: RecordedChange): boolean {
  if (deletions.includes(what)) return before !== null
  if (isOfRemote(what)) return after !== null
  if (subject.startsWith('quarter-')) return ofQuarters.includes(what)
  const slot = slotOf(subject)
  if (!slot) return saves.includes(what) && before !== null && after !== null
  if (!ofSlots.includes(what) || after === null) return false
  // An added card is removed instead.
  if (before === null && isOwnCard(slot)) return false
  // The source of an agenda depends on more than its slot.
  return modeOf(before) === modeOf(after)
}

/** A save that chose who reads an item isn't undone: what a closed item was before is stored nowhere. */
export const closedItemSentence =
  'This change closed, opened or removed a closed item, so it can’t be undone. Please open the agenda and choose there who can read the item.'

/** Why closed content keeps a change from being undone, as a sentence; undefined if it doesn't. */
export function closedReason({
  before,
  after,
}: Pick<RecordedChange, 'before' | 'after'>): string | undefined {
  // The audit shows nothing else of it to people outside.
  if (before === null && (after as { name?: unknown } | null)?.name === closedSession) {
    return 'This belongs to a closed session. Only an admin who may see it can undo it.'
  }
  if (before === null || after === null) return undefined
  return closedItemsIn(before) === closedItemsIn(after) ? undefined : closedItemSentence
}

/** The keys of an agenda's closed items, as one text. */
export function closedItemsIn(agenda: unknown): string {
  const { items } = agenda as { items?: unknown }
  if (!Array.isArray(items)) return ''
  return items
    .flatMap((item: { closed?: unknown } | null) =>
      typeof item?.closed === 'string' ? [item.closed] : [],
    )
    .toSorted()
    .join()
}

/** Whether a kind of change is one of a remote's policy or settings. */
export function isOfRemote(what: string): boolean {
  return ofRemotes.includes(what)
}

/**
 * The ids of the changes that are undone. The entries are of one subject or of several, newest first; an undo that was
 * undone itself undoes nothing.
 */
export function undoneEntries(
  newestFirst: readonly { id: string; undoes?: { entry: string } | undefined }[],
): ReadonlySet<string> {
  const undone = new Set<string>()
  for (const { id, undoes } of newestFirst) {
    if (undoes && !undone.has(id)) undone.add(undoes.entry)
  }
  return undone
}

function modeOf(mapping: unknown): string {
  const { mode } = (mapping ?? {}) as { mode?: unknown }
  return mode === 'native' ? 'native' : 'drive'
}
