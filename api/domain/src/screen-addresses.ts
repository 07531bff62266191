import { type Quarter, quarterPath } from './quarter.ts'
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
  materialType?: string | undefined
  documentId?: string | undefined
  page?: number | undefined
  version?: number | undefined
  snippet?: MarkedText | undefined
}

/** Where a result of the search opens, with the words that a paper marks; undefined for a kind that isn't known here. */
export function addressOfFound(result: Found): string | undefined {
  const { kind, id, quarter } = result
  if (kind === 'paper') return addressOfPaper(id, result, { find: textsToFind(result.snippet) })
  if (kind === 'note') {
    return result.documentId && addressOfPaper(result.documentId, result, { note: id })
  }
  if (kind === 'agendaItem') {
    if (!quarter) return undefined
    return `${quarterPath(quarter)}/agenda#${encodeURIComponent(agendaItemAnchor(id))}`
  }
  // The directory finds a name by its words.
  if (kind === 'person') return pathOf('/directory', {}, { q: result.title })
  return undefined
}

/** A paper of a quarter opens among that quarter's papers; any other opens on its own. */
function addressOfPaper(
  id: string,
  result: Found,
  at: { find?: string | undefined; note?: string },
): string {
  const { quarter, materialType: material, page, version } = result
  if (!quarter || material === undefined) {
    return addressOfDocument(id, { page, version, ...at })
  }
  return pathOf(quarterPath(quarter), {}, { material, page, version, ...at })
}

/** The address of a paper on its own, regardless of where the portal shows it. */
export function addressOfDocument(
  id: string,
  at: {
    page?: number | undefined
    version?: number | undefined
    find?: string | undefined
    note?: string | undefined
  } = {},
): string {
  return pathOf('/resources/view/{id}', { id }, at)
}
