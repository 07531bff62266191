import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import getPort from 'get-port'
import { startAuthEmulator } from '../../scripts/auth-emulator.ts'
import { runPortal } from '../../scripts/portal.ts'
import { runSettledPortal } from './settled-portal.ts'

/**
 * One emulator and one portal for all journeys that only read. A journey that changes something
 * starts its own portal with a copy of the data (see `own-portal.ts`).
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'board-portal-journeys-'))
  const emulator = await startAuthEmulator(path.join(folder, 'identity'), 'demo-board-portal')
  const seeded = path.join(folder, 'seeded')
  // Runs until everything is created and then stops, so that the copies start from a closed
  // database with no work left.
  const first = await runSettledPortal({ port: await getPort(), dataFolder: seeded, emulator })
  await first.stop()
  const shared = path.join(folder, 'shared')
  cpSync(seeded, shared, { recursive: true, preserveTimestamps: true })
  const portal = await runPortal({ port: await getPort(), dataFolder: shared, emulator })
  process.env['PORTAL_URL'] = portal.url
  process.env['PORTAL_SEEDED'] = seeded
  process.env['PORTAL_EMULATOR'] = emulator.url
  return async () => {
    await portal.stop()
    await emulator.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
