import { meetingId, meetingLabel, meetingOf, type MeetingRef } from './meeting-ref.ts'
import { dateFormat } from './date-format.ts'
import { differences } from './audit-differences.ts'
import { meetingOfMapping, slotOf } from './ids.ts'
import { slotTypeNames } from './set-aside.ts'
import { isListed, isOwnCard, slotName } from './slot-names.ts'

/** What the words of an entry are made from. */
type Entry = {
  what: string
  subject: string
  by: string
  byName?: string | undefined
  reason?: string | undefined
  before: unknown
  after: unknown
  undoes?: { what: string } | undefined
  /** The names of papers in it, and of meetings that aren't quarterly ones, by their ids. */
  papers?: PaperNames | undefined
}

type PaperNames = Readonly<Record<string, string>>

/** The kinds of changes that the API records; unknown ones are shown unchanged. */
export const knownChanges = [
  'mapping saved',
  'slot unmapped',
  'quarter prepared',
  'quarter published',
  'quarter put in preparation',
  'agenda created',
  'agenda saved',
  'agenda published',
  'agenda set to draft',
  'agenda moved',
  'agenda deleted',
  'meeting created',
  'meeting cancelled',
  'meeting stage changed',
  'meeting matched',
  'reply given',
  'reply entered',
  'reply erased',
  'replies requested',
  'notices started',
  'notices paused',
  'notices resumed',
  'formal notice sent',
  'notice waived',
  'waiver recorded',
  'item closed',
  'closed item saved',
  'closed item opened',
  'closed item removed',
  'closed item preparer named',
  'question asked',
  'question changed',
  'question withdrawn',
  'question answered',
  'item flagged',
  'flag taken back',
  'time zone confirmed',
  'agenda template created',
  'agenda template saved',
  'agenda template deleted',
  'directory entry created',
  'directory entry saved',
  'directory entry deleted',
  'directory entry erased',
  'body created',
  'body saved',
  'body access changed',
  'term added',
  'term saved',
  'term deleted',
  'term erased',
  'account linked',
  'account unlinked',
  'change undone',
  'user created',
  'user imported',
  'user saved',
  'user disabled',
  'user enabled',
  'user deleted',
  'account erased',
  'password reset offered',
  'password chosen',
  'password replaced',
  'notes opened again',
  'personal data exported',
  'second factor reset',
  'second factor turned on',
  'second factor turned off',
  'access removed',
  'last day set',
  'last day removed',
  'sign-ins ended',
  'signed out everywhere',
  'sync started',
  'sync removals confirmed',
  'paper uploaded',
  'paper version added',
  'paper kept as another',
  'paper renamed',
  'paper deleted',
  'paper version withdrawn',
  'folder closed',
  'folder opened',
  'first steps put away',
  'first steps shown again',
  'slots set aside',
  'card removed',
  'notes policy saved',
  'legal holds handed over',
  'notes destroyed',
  'board book made',
  'export started',
  'export deleted',
  'paper damaged',
  'paper repaired',
  'admin added',
  'admin removed',
  'release published',
  'release checked',
  'release tried',
  'release promoted',
  'release rolled back',
  'release denied',
  'release approved',
  'release policy saved',
  'release settings saved',
  'remote stopped',
  'remote started again',
  'release notice dismissed',
  'release cohorts saved',
  'override started',
  'preview started',
  'preview ended',
  'preview left',
  'release token created',
  'release token revoked',
  'release token handed over',
  'old sign-ins and downloads deleted',
  'release token exchanged',
  'pipeline trusted',
  'trusted pipeline removed',
  'trusted pipeline handed over',
  'denied',
]

/** What is recorded of people who changed nothing. */
export const accessKinds = [
  'signed in',
  'signed in again',
  'sign-in refused',
  'signed out',
  'paper downloaded',
  'board book downloaded',
  'export downloaded',
  'user list opened',
  'audit opened',
  'audit downloaded',
  'calendar address made',
  'calendar address ended',
] as const
export type AccessKind = (typeof accessKinds)[number]

/** `mapping saved` becomes `Mapping saved`. */
export function changeInWords(what: string): string {
  return what.charAt(0).toUpperCase() + what.slice(1)
}

/** The actor for display: "Ruth Abelman (ruth.abelman@larkspur.example)", the address alone without a name. */
export function whoInWords({ by, byName }: Pick<Entry, 'by' | 'byName'>): string {
  if (byName) return `${byName} (${by})`
  if (by === 'health') return 'The portal, based on release health'
  if (by === 'retention') return 'The portal, because of their age'
  if (by === 'withdrawal') return 'The portal, because a version of a paper was withdrawn'
  if (by === 'gate runner') return 'The portal’s gate runner'
  if (by === 'sign-in') return 'The portal, after a sign-in with Google'
  if (by === 'scrub') return 'The portal, checking its stored files'
  if (by === 'operator') return 'An operator, with a command on the server'
  return by === 'admin key' ? 'A server with the admin key' : by || 'Somebody without an e-mail'
}

/** The display name of the changed object; its id if it has none. */
export function subjectInWords({
  subject,
  before,
  after,
  papers,
}: Pick<Entry, 'subject' | 'before' | 'after' | 'papers'>): string {
  const slot = slotOf(subject)
  if (slot && isOwnCard(slot)) {
    const { title } = (after ?? before ?? {}) as Record<string, unknown>
    return textOf(title) || subject
  }
  if (slot) {
    if (slot.kind !== 'meeting') return slotName(slot)
    const { title } = (after ?? before ?? {}) as Record<string, unknown>
    const name = (isListed(slot) && textOf(title)) || slotName(slot)
    return `${name}, ${nameIn(papers, meetingId(slot)) ?? meetingLabel(slot)}`
  }
  if (subject === 'drive') return 'The drive'
  if (subject === 'access') return 'Sign-ins and downloads'
  if (subject === 'setup') return 'The first steps of a new portal'
  if (subject === 'slot-settings') return 'The slots that are set aside'
  if (subject === 'users') return 'The list of users'
  if (subject === 'audit') return 'The audit'
  const meeting = meetingOfSubject(subject)
  if (meeting) {
    return nameIn(papers, meetingId(meeting)) ?? meetingLabel(meeting, recordIn(after ?? before))
  }
  const { name, displayName, email } = (after ?? before ?? {}) as Record<string, unknown>
  const called = textOf(displayName) || textOf(name)
  const address = textOf(email)
  if (called && address) return `${called} (${address})`
  return called || address || nameIn(papers, subject) || subject
}

/** The meeting that a change was of: of its agenda, its publication, or one of its papers. */
export function meetingOfSubject(subject: string): MeetingRef | undefined {
  return meetingOf(subject.replace(/^quarter-/, '')) ?? meetingOfMapping(subject)
}

/** A stored meeting that has a title. */
function recordIn(stored: unknown): { title: string; date: string } | undefined {
  const { title, date } = (stored ?? {}) as Record<string, unknown>
  return textOf(title) ? { title: textOf(title), date: textOf(date) } : undefined
}

function nameIn(papers: PaperNames = {}, id: string): string | undefined {
  return Object.hasOwn(papers, id) ? papers[id] : undefined
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The full text of an entry as shown to people, one line per part; the audit search uses it. */
export function entryInWords(entry: Entry, timeZone: string): string {
  const { what, subject, reason = '', before, after, undoes } = entry
  const changed = differences(before, after, valueInWords(timeZone, entry.papers))
  return [
    changeInWords(what),
    whoInWords(entry),
    what === 'denied' ? subject : subjectInWords(entry),
    reason,
    undoes ? changeInWords(undoes.what) : '',
    ...changed.flatMap((difference) => [difference.field, difference.before, difference.after]),
  ].join('\n')
}

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

/** Formats a single stored value: timestamps in the foundation's zone, papers and slots that are set aside by name. */
export function valueInWords(timeZone: string, papers?: PaperNames) {
  const format = dateFormat({
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone,
  })
  return (value: unknown): string => {
    const text = String(value)
    if (moment.test(text)) return format.format(new Date(text))
    if (Object.hasOwn(slotTypeNames, text)) return slotTypeNames[text]!
    return nameIn(papers, text) ?? text
  }
}
