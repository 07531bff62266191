import { slotOf } from './ids.ts'
import { isOwnCard } from './slot-names.ts'

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
