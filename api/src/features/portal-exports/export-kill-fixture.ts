import { type KillPoint, runStepping } from '../sync/sync-kill-fixture.ts'

/** Starts a process that continues or starts an export, and kills it as `kill -9` does. `time` sets its clock, in ms. */
export function exportAndKill(dataFolder: string, time: number, point?: KillPoint) {
  const at = (path: string) => new URL(path, import.meta.url).href
  return runStepping({
    dataFolder,
    time,
    point,
    imports: {
      folderBlobStore: at('../../adapters/folder/folder-blob-store.ts'),
      memoryAccounts: at('../../adapters/memory/memory-accounts.ts'),
      withAuditChain: at('../../platform/audit/audit-chain.ts'),
      silentLog: at('../../platform/log.ts'),
      syncAdmin: at('../sync/sync-fixtures.ts'),
      createPortalExportsService: at('./portal-exports-service.ts'),
    },
    work: `
      const store = withAuditChain(steppingPort(sqlite, step))
      const blobs = steppingPort(folderBlobStore(folder + '/blobs'), step)
      const foundation = { name: 'Larkspur Foundation', timeZone: 'America/Los_Angeles' }
      const accounts = memoryAccounts(now)
      const exports = createPortalExportsService({ store, blobs, accounts, foundation, now, log: silentLog })
      const known = await exports.list(syncAdmin)
      if (known.length === 0) await exports.start(syncAdmin)
      else await exports.maintain()
      await exports.idle()`,
  })
}
