/**
 * The exported collections in reading order, and the file of each. Nothing else is exported: no notes, reading, visits,
 * sessions, second factors, guests, assistants, tokens or releases.
 *
 * A collection is read before those that it refers to, so that no reference is broken: mappings before documents, and
 * before the quarters and the settings that hide them.
 * Anchors refer to entries of both logs, and the audit records what expires in the access log.
 */
export const exportedCollections = {
  formal_notices: 'data/formal-notices.jsonl',
  notice_waivers: 'data/notice-waivers.jsonl',
  resource_mappings: 'data/mappings.jsonl',
  meeting_papers: 'data/meeting-papers.jsonl',
  agendas: 'data/agendas.jsonl',
  meetings: 'data/meetings.jsonl',
  agenda_templates: 'data/agenda-templates.jsonl',
  questions: 'data/questions.jsonl',
  item_flags: 'data/item-flags.jsonl',
  quarters: 'data/quarters.jsonl',
  slot_settings: 'data/slot-settings.jsonl',
  documents: 'data/documents.jsonl',
  folders: 'data/folders.jsonl',
  paper_versions: 'data/paper-versions.jsonl',
  withdrawn_bytes: 'data/withdrawn-versions.jsonl',
  replies: 'data/replies.jsonl',
  reply_requests: 'data/reply-requests.jsonl',
  terms: 'data/terms.jsonl',
  bodies: 'data/bodies.jsonl',
  directory: 'data/directory.jsonl',
  admin: 'data/admins.jsonl',
  notes_policy: 'data/notes-policy.jsonl',
  audit_anchors: 'data/audit-anchors.jsonl',
  audit_access: 'data/audit-access.jsonl',
  audit: 'data/audit.jsonl',
} as const

export type ExportedCollection = keyof typeof exportedCollections

export const exportedCollectionNames = Object.keys(exportedCollections) as ExportedCollection[]

/** Collections that archives of earlier releases don't have, and what a portal restored from one then does. */
const added: Partial<Record<ExportedCollection, string>> = {
  quarters: 'every quarter is published',
  slot_settings: 'no slot or card is set aside',
  folders: 'folders have their usual rule',
  terms: 'nobody has a term in a body',
  bodies: 'the board has no committees',
  meetings: 'there are no meetings but the quarterly ones',
  meeting_papers: 'no other meeting has papers',
  replies: 'nobody has replied to a meeting',
  reply_requests: 'nobody was reminded of a reply',
  formal_notices: 'no formal notice is known',
  notice_waivers: 'nobody has waived a notice',
  questions: 'nobody has asked a question',
  item_flags: 'no item is flagged for discussion',
}

/** The data files that an archive of an earlier release doesn't have, each with what follows from that. */
export function laterDataFiles(files: readonly { name: string }[]): string[] {
  const names = new Set(files.map(({ name }) => name))
  return exportedCollectionNames.flatMap((collection) => {
    const [name, effect] = [exportedCollections[collection], added[collection]]
    return effect === undefined || names.has(name) ? [] : [`${name}: ${effect}`]
  })
}

/** The collections that an archive has. */
export function collectionsIn(files: readonly { name: string }[]): ExportedCollection[] {
  const names = new Set(files.map(({ name }) => name))
  return exportedCollectionNames.filter(
    (name) => names.has(exportedCollections[name]) || added[name] === undefined,
  )
}

const [quote, backslash, comma, object, list] = Buffer.from('"\\,{[')

/** How many values a JSON text has, at most; it is counted without the memory that parsing it would take. */
export function countValues(json: Uint8Array): number {
  let count = 1
  let isText = false
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (isText) {
      if (byte === backslash) at += 1
      else if (byte === quote) isText = false
    } else if (byte === quote) isText = true
    else if (byte === comma || byte === object || byte === list) count += 1
  }
  return count
}
