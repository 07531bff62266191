import * as z from 'zod/mini'
import { revisionNumber, largest, paperVersion } from '@portal/contract/bounds'
import { rawCollection } from '../../platform/store/collection.ts'
import type { DocumentStore, Stored } from '../../platform/store/document-store.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import { isShallow, isStoredTime } from '../../platform/store/store-rules.ts'
import {
  collectionsIn,
  type ExportedCollection,
  exportedCollections,
} from './exported-collections.ts'
import {
  exportedDocument,
  exportedVersion,
  imagesIn,
  papersOf,
  type ExportedPaper,
} from './exported-content.ts'
import { ImportError } from './unfinished-import.ts'
import type { Archive } from './open-archive.ts'
import { storedLines } from './planned-files.ts'
import { isEmailAddress } from '@portal/domain/email-address'
import { meetingOfMapping } from '@portal/domain/ids'
import { isBodyId } from '@portal/domain/bodies'
import { isDay } from '@portal/domain/days'
import { isQuarterly, meetingOf, type MeetingRef } from '@portal/domain/meeting-ref'
import type { Quarter } from '@portal/domain/quarter'
import { normalAgenda, normalTemplate } from '../agendas/agendas-feature.ts'
import { storedEntry as storedAuditEntry } from '../../platform/audit/audit-service.ts'
import { storedAnchor } from '../../platform/audit/audit-feature.ts'
import { storedBody, storedTerm } from '../bodies/bodies-feature.ts'
import { storedEntry } from '../directory/directory-feature.ts'
import {
  storedDocument,
  foldersId,
  storedFolders,
  storedVersion,
  versionContent,
  versionId,
  withdrawnBytes,
  withdrawnId,
} from '../documents/documents-feature.ts'
import {
  adminsDocument,
  storedDesignatedAdmins,
} from '../../platform/identity/designated-admins.ts'
import { storedMapping } from '../mappings/mappings-feature.ts'
import { storedFormal, storedWaiver, waiverId } from '../notices/notices-feature.ts'
import { policyId, storedPolicy } from '../notes/notes-feature.ts'
import { storedFlag, storedQuestion } from '../questions/questions-feature.ts'
import { storedQuarter } from '../quarters/quarters-feature.ts'
import { storedReply, storedRequest } from '../replies/replies-feature.ts'
import { slotSettingsId, storedSlotSettings } from '../slot-settings/slot-settings-feature.ts'

type StoredRecord = Stored<Record<string, unknown>>

const storedRecord = z.object({
  id: z.string(),
  revision: revisionNumber,
  updatedAt: z.string().check(z.refine(isStoredTime)),
})

const collectionsWithImages = new Set<ExportedCollection>([
  'resource_mappings',
  'meeting_papers',
  'directory',
])

/** Documents and versions, which are compared in memory. */
const mostPapers = 500_000

/** A batch of records is stored in one transaction. */
const batchLimits = { records: 500, bytes: 4_000_000 }

/** The references of an archive's records, and how many records there are. */
export type ArchiveRecords = {
  papers: ExportedPaper[]
  /** The hashes of images. */
  images: Set<string>
  agendas: Set<string>
  count: Record<ExportedCollection, number>
}

export type Draft = { store: DocumentStore; clock: { at: Date } }

/**
 * Reads every record of an archive, checks that the portal could have written it and that the store accepts it, and
 * stores it in the draft: nothing that comes later can fail halfway because of a record. `clock` is the draft's.
 */
export async function verifyRecords(
  { bytes, manifest }: Pick<Archive, 'bytes' | 'manifest'>,
  draft: Draft,
): Promise<ArchiveRecords> {
  const documents: z.infer<typeof exportedDocument>[] = []
  const versions: z.infer<typeof exportedVersion>[] = []
  const images = new Set<string>()
  const agendas = new Set<string>()
  const count = Object.fromEntries(
    Object.keys(exportedCollections).map((collection) => [collection, 0]),
  ) as ArchiveRecords['count']
  const note = (collection: ExportedCollection, stored: StoredRecord) => {
    count[collection] += 1
    if (collection === 'documents') documents.push(z.parse(exportedDocument, stored))
    if (collection === 'paper_versions') versions.push(z.parse(exportedVersion, stored))
    if (documents.length + versions.length > mostPapers) throw new Error('There are too many.')
    if (collection === 'agendas' || collection === 'meetings') agendas.add(stored.id)
    if (collectionsWithImages.has(collection)) {
      for (const hash of imagesIn(stored)) images.add(hash)
    }
  }
  for (const collection of collectionsIn(manifest.files)) {
    const name = exportedCollections[collection]
    let line = 0
    try {
      const batch = createBatch(draft, collection)
      for await (const stored of storedLines(bytes(name))) {
        line += 1
        const checked = checkedRecord(collection, stored)
        note(collection, checked)
        await batch.add(checked)
      }
      await batch.end()
    } catch (cause) {
      if (cause instanceof ImportError) throw cause
      throw new ImportError(
        `The archive is damaged: ${name} can’t be read. Line ${line} is no record of a portal: ${reasonOf(cause)}.`,
        { cause },
      )
    }
  }
  return { papers: papersOf(documents, versions), images, agendas, count }
}

function checkedRecord(
  collection: ExportedCollection,
  line: Record<string, unknown>,
): StoredRecord {
  if (!isShallow(line)) throw new Error('it is nested too deeply')
  const stored = { ...line, ...z.parse(storedRecord, line) }
  exportedSchemas[collection](stored)
  return stored
}

/** Stores records in the draft, which refuses what no store accepts: a size, an id, or an id twice. */
function createBatch({ store, clock }: Draft, collection: ExportedCollection) {
  let held: StoredRecord[] = []
  let size = 0
  const end = async () => {
    const records = held
    held = []
    size = 0
    if (records.length === 0) return
    await store.transaction(async (transaction) => {
      for (const stored of records) {
        clock.at = new Date(stored.updatedAt)
        const { id, revision } = stored
        await rawCollection(transaction, collection).create(id, bodyOf(stored), revision)
      }
    })
  }
  return {
    async add(stored: StoredRecord) {
      held.push(stored)
      size += JSON.stringify(stored).length
      if (held.length >= batchLimits.records || size >= batchLimits.bytes) await end()
    },
    end,
  }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof z.core.$ZodError) {
    const [issue] = cause.issues
    return `${issue?.path.join('.') || 'it'} is not valid`
  }
  return cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause)
}

type ExportedSchemasStoredRecord = Stored<Record<string, unknown>>

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

const size = z.int().check(z.gte(0), z.lte(largest.bytes))

const pages = z.optional(z.int().check(z.gte(0), z.lte(largest.version)))

/**
 * What every exported collection may contain: everything that its feature reads, with numbers and hashes in the range
 * that the portal writes. Each throws for any other record.
 */
const exportedSchemas: Record<ExportedCollection, (record: ExportedSchemasStoredRecord) => void> = {
  formal_notices: parsed(storedFormal),
  notice_waivers: parsed(storedWaiver, ({ meeting, person }) => waiverId(meeting, person)),
  resource_mappings: parsed(storedMapping),
  meeting_papers(record) {
    const meeting = meetingOfMapping(record.id)
    if (!meeting || isQuarterly(meeting)) throw new Error('its id is not that of a paper')
    z.parse(storedMapping, record)
  },
  agendas(record) {
    normalAgenda(record, quarterOf(record))
  },
  agenda_templates: (record) => void normalTemplate(record),
  meetings(record) {
    const meeting = meetingOfRecord(record)
    if (isQuarterly(meeting)) throw new Error('its id is that of a quarter')
    normalAgenda(record, meeting)
  },
  questions: parsed(storedQuestion),
  item_flags: parsed(storedFlag),
  quarters(record) {
    meetingOfRecord(record)
    z.parse(storedQuarter, record)
  },
  slot_settings: parsed(storedSlotSettings, () => slotSettingsId),
  documents: parsed(
    z.extend(storedDocument, { sha256: hash, version: z.optional(paperVersion), size, pages }),
  ),
  folders: parsed(storedFolders, () => foldersId),
  paper_versions: parsed(
    z.extend(storedVersion, {
      sha256: hash,
      number: paperVersion,
      content: z.optional(z.extend(versionContent, { size, pages })),
    }),
    (of) => versionId(of.paper, of.number),
  ),
  withdrawn_bytes: parsed(z.extend(withdrawnBytes, { sha256: hash }), ({ paper, sha256 }) =>
    withdrawnId(paper, sha256),
  ),
  replies: parsed(storedReply),
  reply_requests: parsed(storedRequest),
  terms: parsed(storedTerm),
  bodies(record) {
    if (!isBodyId(record.id)) throw new Error('its id is not that of a body')
    z.parse(storedBody, record)
  },
  directory: parsed(storedEntry),
  admin: parsed(
    z.extend(storedDesignatedAdmins, {
      designatedAdmins: z
        .array(z.string().check(z.refine(isEmailAddress)))
        .check(z.minLength(1), z.maxLength(1000)),
    }),
    () => adminsDocument,
  ),
  notes_policy: parsed(
    z.extend(storedPolicy, {
      days: z.optional(z.int().check(z.gte(1), z.lte(3650))),
      notBefore: z.optional(z.string().check(z.refine(isDay))),
    }),
    () => policyId,
  ),
  audit_anchors: parsed(storedAnchor, ({ day: id }) => id),
  audit_access: parsed(storedAuditEntry),
  audit: parsed(storedAuditEntry),
}

function quarterOf(record: ExportedSchemasStoredRecord): Quarter {
  const meeting = meetingOfRecord(record)
  if (!isQuarterly(meeting)) throw new Error('its id is not that of a quarter')
  return meeting
}

function meetingOfRecord({ id }: ExportedSchemasStoredRecord): MeetingRef {
  const meeting = meetingOf(id)
  if (!meeting) throw new Error('its id is not that of a meeting')
  return meeting
}

/** Parses a record; `idOf` returns the id that it must have. */
function parsed<S extends z.core.$ZodType>(schema: S, idOf?: (value: z.output<S>) => string) {
  return (record: ExportedSchemasStoredRecord): void => {
    const value = z.parse(schema, record)
    if (idOf && idOf(value) !== record.id) throw new Error('its id is another one')
  }
}
