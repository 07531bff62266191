import { expect, it, onTestFinished } from 'vitest'
import { memoryBlobStore } from '../../adapters/memory/memory-blob-store.ts'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { verifyAudit } from '../../platform/audit/verify-audit.ts'
import { testApi } from '../../testing/test-api.ts'
import { releaseAtBoth } from './two-instances-fixture.ts'

it.each(process.env['TEST_LONG'] === '1' ? ['one', 'two', 'three'] : ['one'])(
  'keeps one history of a remote that is released at two instances at the same time (%s)',
  async (seed) => {
    const now = () => new Date()
    // Two processes on one database, which can't know whether one of them has ended.
    const { hasEnded: _, ...store } = openSqliteStore({ path: ':memory:', now })
    const ports = { store, blobs: memoryBlobStore(now) }
    const portals = [await testApi({ ports }), await testApi({ ports })] as const
    onTestFinished(async () => {
      await portals[1].close()
      await portals[0].close().catch(() => undefined)
    })
    const calls = [portals[0].call('admin'), portals[1].call('admin')] as const
    await releaseAtBoth(calls, { remote: 'meetings', rounds: 20, seed })
    expect((await verifyAudit(store)).entries).toBeGreaterThan(10)
  },
)
