import { type KillPoint, runUntilKilled } from '../sync/sync-kill-fixture.ts'

/**
 * Starts a process that continues or starts an export, and kills it as `kill -9` does. `time` sets its clock, in ms.
 * If the process finishes first, returns how many steps it took and how long it ran, in ms.
 */
export function exportAndKill(
  dataFolder: string,
  time: number,
  point?: KillPoint,
): Promise<{ steps: number; ms: number } | 'killed'> {
  const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  const source = `
    import { writeSync } from 'node:fs'
    import { folderBlobStore } from ${at('../../adapters/folder/folder-blob-store.ts')}
    import { memoryAccounts } from ${at('../../adapters/memory/memory-accounts.ts')}
    import { openSqliteStore } from ${at('../../adapters/sqlite/sqlite-document-store.ts')}
    import { withAuditChain } from ${at('../../platform/audit/audit-chain.ts')}
    import { silentLog } from ${at('../../platform/log.ts')}
    import { steppingPort } from ${at('../sync/sync-kill-fixture.ts')}
    import { syncAdmin } from ${at('../sync/sync-fixtures.ts')}
    import { createPortalExportsService } from ${at('./portal-exports-service.ts')}
    const folder = ${JSON.stringify(dataFolder)}
    const last = ${point && 'step' in point ? point.step : 0}
    let steps = 0
    const step = () => { if ((steps += 1) === last) process.kill(process.pid, 'SIGKILL') }
    const now = () => new Date(${time})
    writeSync(1, 'begun\\n')
    const began = performance.now()
    const sqlite = openSqliteStore({ path: folder + '/portal.sqlite', now })
    const store = withAuditChain(steppingPort(sqlite, step))
    const blobs = steppingPort(folderBlobStore(folder + '/blobs'), step)
    const foundation = { name: 'Larkspur Foundation', timeZone: 'America/Los_Angeles' }
    const accounts = memoryAccounts(now)
    const exports = createPortalExportsService({ store, blobs, accounts, foundation, now, log: silentLog })
    const known = await exports.list(syncAdmin)
    if (known.length === 0) await exports.start(syncAdmin)
    else await exports.maintain()
    await exports.idle()
    writeSync(1, JSON.stringify({ steps, ms: performance.now() - began }) + '\\n')`
  return runUntilKilled(source, point)
}
