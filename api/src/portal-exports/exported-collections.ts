/**
 * The collections of an export, in the order in which they are read, and the file that each becomes. What isn't named
 * here isn't exported: notes, reading, visits, sessions, second factors, tokens and releases are not.
 *
 * What refers to other things is read before them, so that nothing is referred to and missing: mappings before
 * documents. An anchor names entries of both logs, and what expires in the access log is recorded in the audit.
 */
export const exportedCollections = {
  resource_mappings: 'data/mappings.jsonl',
  agendas: 'data/agendas.jsonl',
  agenda_templates: 'data/agenda-templates.jsonl',
  documents: 'data/documents.jsonl',
  paper_versions: 'data/paper-versions.jsonl',
  withdrawn_bytes: 'data/withdrawn-versions.jsonl',
  directory: 'data/directory.jsonl',
  admin: 'data/admins.jsonl',
  notes_policy: 'data/notes-policy.jsonl',
  audit_anchors: 'data/audit-anchors.jsonl',
  audit_access: 'data/audit-access.jsonl',
  audit: 'data/audit.jsonl',
} as const
export type ExportedCollection = keyof typeof exportedCollections

export const exportedCollectionNames = Object.keys(exportedCollections) as ExportedCollection[]
