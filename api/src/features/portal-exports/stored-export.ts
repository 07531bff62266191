import { comparableEmail } from '@portal/domain/email-address'
import { exportKeptDays, type PortalExport } from '@portal/contract/portal-exports'
import * as z from 'zod/mini'
import { leaseOf } from '../../platform/background/lease.ts'
import { defineCollection } from '../../platform/store/collection.ts'
import type { StoreOperations } from '../../platform/store/document-store.ts'

export const storedExport = z.object({
  status: z.enum(['running', 'completed', 'failed']),
  startedAt: z.string(),
  startedBy: z.string(),
  completedAt: z.optional(z.string()),
  progress: z.object({ done: z.number(), total: z.number() }),
  size: z.optional(z.number()),
  damaged: z.optional(z.number()),
  message: z.optional(z.string()),
  /** The token increases with every takeover. */
  lease: leaseOf(z.number()),
})
export type StoredExport = z.infer<typeof storedExport>
/** Collection `portal_exports`, id is a UUID. */
const exportsCollection = defineCollection('portal_exports', storedExport)

const storedExportFile = z.object({
  name: z.string(),
  key: z.optional(z.string()),
  size: z.number(),
  /** In hex. */
  sha256: z.string(),
  crc32: z.number(),
  fault: z.optional(z.enum(['damaged', 'missing'])),
})
export type ExportFile = z.infer<typeof storedExportFile>
/**
 * Collection `portal_export_files`: a file of an archive. Ids sort in archive order, so an export's files are listed
 * without an index. `key`: the key of its bytes; absent if the portal's file couldn't be copied.
 */
export const exportFilesCollection = defineCollection('portal_export_files', storedExportFile)

export const exportFileId = (exportId: string, index: number) =>
  `${exportId}-${String(index).padStart(7, '0')}`

export const exportKeys = (id: string) => `exports/${id}/`
export const exportFileKey = (id: string, index: number, token: number) =>
  `${exportKeys(id)}${index}-${token}`

export const exportsIn = (store: StoreOperations) => exportsCollection.in(store)

/** The export in progress on any instance. */
export async function runningExport(store: StoreOperations) {
  const { documents } = await exportsIn(store).list({ where: { status: 'running' } })
  return documents[0]
}

/** The exports that a person has started and that are still kept. */
export async function exportsOf(store: StoreOperations, email: string): Promise<PortalExport[]> {
  const { documents } = await exportsIn(store).list()
  const isOwn = ({ startedBy }: StoredExport) =>
    comparableEmail(startedBy) === comparableEmail(email)
  return documents.filter(isOwn).map(shownExport)
}

/** The files of an export that are ready, in the order of the archive. */
export async function filesOfExport(store: StoreOperations, id: string): Promise<ExportFile[]> {
  const files: ExportFile[] = []
  let from = exportFileId(id, 0)
  for (;;) {
    const query = { orderBy: 'id', from, to: `${id}.`, limit: 1000 }
    const { documents } = await exportFilesCollection.raw(store).list(query)
    files.push(...documents.map((document) => z.parse(storedExportFile, document)))
    if (documents.length < query.limit) return files
    from = exportFileId(id, files.length)
  }
}

export function expiresAt({ completedAt }: Pick<StoredExport, 'completedAt'>): string | undefined {
  if (completedAt === undefined) return undefined
  return new Date(Date.parse(completedAt) + exportKeptDays * 86_400_000).toISOString()
}

export function shownExport({ id, ...stored }: StoredExport & { id: string }): PortalExport {
  const { lease: _, ...shown } = stored
  const until = expiresAt(stored)
  return { id, ...shown, ...(until === undefined ? {} : { expiresAt: until }) }
}
