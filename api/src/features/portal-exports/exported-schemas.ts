import { isEmailAddress } from '@portal/contract/email-address'
import { largest, paperVersion } from '@portal/contract/bounds'
import { isDay } from '@portal/domain/days'
import { quarterId } from '@portal/domain/ids'
import { parseQuarter, type Quarter } from '@portal/domain/quarter'
import * as z from 'zod/mini'
import { normalAgenda } from '../agendas/agendas-feature.ts'
import { normalTemplate } from '../agendas/agendas-feature.ts'
import { storedEntry as storedAuditEntry } from '../../platform/audit/audit-service.ts'
import { storedAnchor } from '../../platform/audit/audit-feature.ts'
import { storedEntry } from '../directory/directory-feature.ts'
import { storedDocument } from '../documents/documents-feature.ts'
import { foldersId, storedFolders } from '../documents/documents-feature.ts'
import { storedVersion, versionContent, versionId } from '../documents/documents-feature.ts'
import { withdrawnBytes, withdrawnId } from '../documents/documents-feature.ts'
import {
  adminsDocument,
  storedDesignatedAdmins,
} from '../../platform/identity/designated-admins.ts'
import { storedMapping } from '../mappings/mappings-feature.ts'
import { policyId, storedPolicy } from '../notes/notes-feature.ts'
import type { ExportedCollection } from './exported-collections.ts'
import { storedQuarter } from '../quarters/quarters-feature.ts'
import type { Stored } from '../../platform/store/document-store.ts'

type StoredRecord = Stored<Record<string, unknown>>

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const size = z.int().check(z.gte(0), z.lte(largest.bytes))
const pages = z.optional(z.int().check(z.gte(0), z.lte(largest.version)))

/**
 * What every exported collection may contain: what its feature reads, with numbers and hashes in the range that the
 * portal writes. Each throws for any other record.
 */
export const exportedSchemas: Record<ExportedCollection, (record: StoredRecord) => void> = {
  resource_mappings: parsed(storedMapping),
  agendas(record) {
    normalAgenda(record, quarterOf(record))
  },
  agenda_templates: (record) => void normalTemplate(record),
  quarters(record) {
    quarterOf(record)
    z.parse(storedQuarter, record)
  },
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

function quarterOf({ id }: StoredRecord): Quarter {
  const quarter = parseQuarter(...(id.split('-Q') as [string, string]))
  if (!quarter || quarterId(quarter) !== id) throw new Error('its id is not that of a quarter')
  return quarter
}

/** Parses a record; `idOf` returns the id that it must have. */
function parsed<S extends z.core.$ZodType>(schema: S, idOf?: (value: z.output<S>) => string) {
  return (record: StoredRecord): void => {
    const value = z.parse(schema, record)
    if (idOf && idOf(value) !== record.id) throw new Error('its id is another one')
  }
}
