import { folderBlobStore } from '../../adapters/folder/folder-blob-store.ts'
import { memoryAccounts } from '../../adapters/memory/memory-accounts.ts'
import { withAuditChain } from '../../platform/audit/audit-chain.ts'
import { silentLog } from '../../platform/log.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { type KillPoint, runStepping, steppingPort } from '../sync/sync-kill-fixture.ts'
import { syncAdmin } from '../sync/sync-fixtures.ts'
import { createPortalExportsService } from './portal-exports-service.ts'

/** Continues or starts an export. Calls `step` at each call to the store and the files. */
export async function exportAll(
  sqlite: DocumentStore,
  dataFolder: string,
  now: () => Date,
  step = () => {},
): Promise<void> {
  const store = withAuditChain(steppingPort(sqlite, step))
  const blobs = steppingPort(folderBlobStore(`${dataFolder}/blobs`), step)
  const foundation = { name: 'Larkspur Foundation', timeZone: 'America/Los_Angeles' }
  const accounts = memoryAccounts(now)
  const parts = { store, blobs, accounts, foundation, now, log: silentLog }
  const exports = createPortalExportsService(parts)
  const known = await exports.list(syncAdmin)
  if (known.length === 0) await exports.start(syncAdmin)
  else await exports.maintain()
  await exports.idle()
}

/** Exports in another process, and kills it as `kill -9` does. */
export function exportAndKill(dataFolder: string, time: number, point: KillPoint) {
  return runStepping({
    dataFolder,
    time,
    point,
    imports: { exportAll: import.meta.url },
    work: 'await exportAll(sqlite, folder, now, step)',
  })
}
