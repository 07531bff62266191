import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Call } from '@portal/remote-kit/client'
import { getDocumentText } from '@portal/contract/documents'
import { listMappings, type ResourceMapping } from '@portal/contract/mappings'
import { listVersions } from '@portal/contract/paper-versions'
import { getSyncStatus, triggerSync } from '@portal/contract/sync'
import { expect } from './fixtures.ts'
import { writePaper } from './story-paper.ts'

/** In ms: on a busy machine, what the portal does in the background yields to every other program. */
const timeout = 90_000

type ReplaceablePaper = {
  paper: NonNullable<ResourceMapping['document']>
  /** Writes these pages or this PDF to its file in the drive, and waits until it has `versions` versions and its text is read. */
  replace: (pages: readonly string[] | Uint8Array, versions: number) => Promise<void>
}

/** The paper of a slot, whose file is in the portal's drive. The caller is an admin. */
export async function replaceablePaper(
  { dataFolder }: { dataFolder: string },
  admin: Call,
  slot: string,
): Promise<ReplaceablePaper> {
  const mappings = Object.values(await admin(listMappings, {}))
  const paper = mappings.find(({ id }) => id === slot)!.document!
  const params = { id: paper.id }
  const drive = path.join(dataFolder, 'drive')
  const files = readdirSync(drive, { recursive: true, encoding: 'utf8' })
  const file = path.join(
    drive,
    files.find((name) => path.basename(name) === paper.name)!,
  )
  return {
    paper,
    async replace(pages, versions) {
      if (pages instanceof Uint8Array) writeFileSync(file, pages)
      else await writePaper(file, pages)
      await admin(triggerSync, {})
      await expect
        .poll(async () => (await admin(getSyncStatus, {})).status, { timeout })
        .toBe('completed')
      await expect
        .poll(async () => (await admin(listVersions, { params })).versions[0]?.number, { timeout })
        .toBe(versions)
      // Read after the sync. Notes and changes are placed by it.
      const readPages = async () => (await admin(getDocumentText, { params })).pages.length
      await expect
        .poll(() => readPages().catch(() => 'not yet'), { timeout })
        .toEqual(pages instanceof Uint8Array ? expect.any(Number) : pages.length)
    },
  }
}
