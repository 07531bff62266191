import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty folder for the test under way, gone when it has finished. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'board-portal-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
