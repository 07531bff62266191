import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { testApi } from '../../testing/test-api.ts'
import { integrityCheck } from '../doctor/integrity-check.ts'

/** A portal on a database file, whose check is started by hand. */
async function checkedPortal() {
  const path = join(temporaryFolder(), 'portal.sqlite')
  const store = openSqliteStore({ path })
  const api = await testApi({ ports: { store } })
  await api.putPaper('budget')
  const [, job] = api.features.scrub.jobs
  if (!job) throw new Error('This store has no check.')
  const stop = job.start()
  return {
    path,
    api,
    async check(): Promise<string | undefined> {
      void job.runNow()
      const before = (await job.state()).lastRun
      await expect.poll(async () => (await job.state()).lastRun).not.toEqual(before)
      return (await job.state()).lastRun?.outcome
    },
    readiness: async () => (await api.request('/readyz')).json() as Promise<Readiness>,
    defects: async () =>
      Number(/^portal_database_defects (\d+)/m.exec(await api.metrics.text())?.[1]),
    async close() {
      await stop()
      await api.close()
    },
  }
}
type Readiness = { status: string; parts: Record<string, { status: string; since?: string }> }

/** Flips a bit of a byte of the index of audit entries, as a failing disk could. */
function damageIndex(path: string): void {
  const db = new DatabaseSync(path)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const sql = "SELECT rootpage FROM sqlite_schema WHERE name='by_at'"
  const page = Number(db.prepare(sql).get()?.['rootpage'])
  db.close()
  const bytes = readFileSync(path)
  // The number of the page's cells.
  bytes[(page - 1) * 4096 + 4]! ^= 1
  writeFileSync(path, bytes)
}

it('finds nothing wrong with an intact database', async () => {
  const portal = await checkedPortal()
  expect(await portal.check()).toBe('done')
  expect(await portal.defects()).toBe(0)
  expect(await portal.readiness()).toMatchObject({
    status: 'ok',
    parts: { integrity: { status: 'ok' } },
  })
  expect(portal.api.logged.join('\n')).toContain('the database was checked')
  await portal.close()
})

it('notices a flipped byte in a page, and reports it in the log, the probe, the metric and the doctor', async () => {
  const portal = await checkedPortal()
  damageIndex(portal.path)
  expect(await portal.check()).toBe('failed')
  expect(await portal.defects()).toBeGreaterThan(0)
  expect(await portal.readiness()).toMatchObject({
    status: 'degraded',
    parts: { integrity: { status: 'failing', since: expect.any(String) } },
  })
  expect(portal.api.logged.join('\n')).toContain('the database is damaged')
  const doctor = integrityCheck({ open: async () => portal.api.ports.store })
  await expect(doctor.run()).rejects.toThrow('Restore it from a backup')
  await portal.close()
})
