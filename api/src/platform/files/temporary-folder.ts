import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates an empty folder and deletes it when the current test has finished. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'board-portal-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
