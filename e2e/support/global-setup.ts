import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startAuthEmulator } from '../../scripts/auth-emulator.ts'
import { openPortalHost } from '../../scripts/hosted-portals.ts'
import { portalSettings } from '../../scripts/portal.ts'
import { everyCombination } from './counts.ts'
import { buildJourneyRemote, journeyRemotes } from './journey-remotes.ts'
import { waitForPapers } from './settled-portal.ts'

/**
 * One emulator and one portal for all journeys that only read. A journey that changes something
 * starts its own portal with a copy of the data (`ownPortal` in fixtures.ts).
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  // Here, because two workers would build one remote at the same time.
  await Promise.all(
    (everyCombination ? journeyRemotes : (['polls'] as const)).map(buildJourneyRemote),
  )
  const folder = mkdtempSync(path.join(tmpdir(), 'board-portal-journeys-'))
  const emulator = await startAuthEmulator(path.join(folder, 'identity'), 'demo-board-portal')
  const host = openPortalHost()
  const start = (dataFolder: string, onLine?: (line: string) => void) =>
    host.start(portalSettings({ port: 0, dataFolder }, emulator.url), { onLine })
  const seeded = path.join(folder, 'seeded')
  // Runs until everything is created and then stops, so that the copies start from a closed
  // database with no work left.
  const settling = waitForPapers()
  const first = await start(seeded, settling.onLine)
  await settling.until(host.ended)
  await first.stop()
  const shared = path.join(folder, 'shared')
  cpSync(seeded, shared, { recursive: true, preserveTimestamps: true })
  const portal = await start(shared)
  process.env['PORTAL_URL'] = portal.url
  process.env['PORTAL_SEEDED'] = seeded
  process.env['PORTAL_EMULATOR'] = emulator.url
  return async () => {
    await host.stop()
    await emulator.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
