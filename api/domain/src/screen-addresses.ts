import { meetingOf, meetingPath } from './meeting-ref.ts'
import type { Quarter } from './quarter.ts'
import { pathOf } from './path-of.ts'
import type { MarkedText } from './snippet-parts.ts'
import { textsToFind } from './texts-to-find.ts'

/** An address for a pattern of a route: known parameters get their value, others a word. */
export function addressOf(pattern: string, params: Record<string, string>): string {
  return pattern
    .replace(/\/:(\w+)\?/g, (_, name: string) => `/${params[name] ?? 'sample'}`)
    .replace(/:(\w+)/g, (_, name: string) => params[name] ?? 'sample')
    .replace(/\*$/, 'sample')
}

/**
 * The id of an agenda item's element on the agenda's page, and the fragment that leads to it. Ids are any text, but half
 * of a surrogate pair can't be in an address.
 */
export function agendaItemAnchor(itemId: string): string {
  return `item-${itemId.replace(/\p{Surrogate}/gu, '\uFFFD')}`
}

/** A result of the search over everything. */
type Found = {
  kind: string
  id: string
  title: string
  quarter?: Quarter | undefined
  /** A meeting that isn't quarterly, and the paper's key in its list. */
  meeting?: { id: string; materialType?: string | undefined } | undefined
  materialType?: string | undefined
  documentId?: string | undefined
  page?: number | undefined
  version?: number | undefined
  snippet?: MarkedText | undefined
}

/** Where a result of the search opens, with the words that a paper marks; undefined for a kind that isn't known here. */
export function addressOfFound(result: Found): string | undefined {
  const { kind, id } = result
  if (kind === 'paper') return addressOfPaper(id, result, { find: textsToFind(result.snippet) })
  if (kind === 'note') {
    return result.documentId && addressOfPaper(result.documentId, result, { note: id })
  }
  if (kind === 'agendaItem') {
    const { ref } = placeOf(result)
    return ref && `${meetingPath(ref)}/agenda#${encodeURIComponent(agendaItemAnchor(id))}`
  }
  // The directory finds a name by its words.
  if (kind === 'person') return pathOf('/directory', {}, { q: result.title })
  return undefined
}

/** The meeting that a result is shown in, and the paper's slot there: the newest meeting, which isn't always a quarterly one. */
function placeOf({ quarter, materialType, meeting }: Found) {
  const other = meeting && meetingOf(meeting.id)
  return other
    ? { ref: other, material: meeting.materialType }
    : { ref: quarter, material: materialType }
}

/** A paper of a meeting opens among that meeting's papers; any other opens on its own. */
function addressOfPaper(
  id: string,
  result: Found,
  at: { find?: string | undefined; note?: string },
): string {
  const { page, version } = result
  const { ref, material } = placeOf(result)
  if (!ref || material === undefined) {
    return addressOfDocument(id, { page, version, ...at })
  }
  return pathOf(meetingPath(ref), {}, { material, page, version, ...at })
}

/** The address of a paper on its own, regardless of where the portal shows it. */
export function addressOfDocument(
  id: string,
  at: {
    page?: number | undefined
    version?: number | undefined
    find?: string | undefined
    note?: string | undefined
    /** The paper opens at the passage of this question about a meeting. */
    question?: string | undefined
    meeting?: string | undefined
  } = {},
): string {
  return pathOf('/resources/view/{id}', { id }, at)
}
