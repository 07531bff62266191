import { sizeText } from '@portal/domain/file-size'
import { pathOf } from '@portal/domain/path-of'
import {
  type PublishedManifest,
  publishRelease,
  readReleaseFile,
  type ReleaseRecord,
  uploadReleaseFile,
} from '@portal/contract/publishing'
import { CommandFailure } from './command.ts'
import { servedFiles } from './fetch-release.ts'
import type { PortalConnection } from './portal-connection.ts'
import { hexOf, inParallel, integrityOf, type WholeRelease } from './release-files.ts'

const atOnce = 4

type SentRelease = WholeRelease & { manifest: PublishedManifest }

/**
 * Uploads the files first and the record last: if this ends early, there is no release, and a
 * repeated run continues. Existing files are recognised by their hash. Each file is read back
 * before the record is written, and again as browsers get it.
 */
export async function sendRelease(
  portal: PortalConnection,
  { manifest, files }: SentRelease,
  print: (line: string) => void,
): Promise<ReleaseRecord> {
  const params = { remote: manifest.name }
  await inParallel(manifest.files, atOnce, async ({ file, integrity }) => {
    const address = { ...params, sha384: hexOf(integrity) }
    const path = pathOf(readReleaseFile.path, address)
    const { status } = await portal.ask('HEAD', path)
    const bytes = new Uint8Array(files.get(file)!)
    if (status === 404) await portal.call(uploadReleaseFile, { params: address, upload: bytes })
    const kept = await portal.ask('GET', path)
    if (!kept.ok) throw new CommandFailure(await errorMessage(kept, file))
    if (integrityOf(new Uint8Array(await kept.arrayBuffer())) !== integrity) {
      throw new CommandFailure(`${file} came back from the portal with other bytes.`)
    }
    const how = status === 404 ? 'sent' : 'there already'
    print(`  ${file}, ${sizeText(bytes.byteLength)}: ${how}, read back`)
  })
  const record = await portal.call(publishRelease, { params, body: manifest })
  // A release that was adopted from a folder may lack the files for tools.
  const { faults } = await servedFiles(portal, { ...manifest, files: record.files })
  if (faults.length === 0) return record
  throw new CommandFailure(`${manifest.release} is registered, but must not be promoted:`, {
    lines: faults.map((fault) => `  ${fault}`),
  })
}

async function errorMessage(response: Response, file: string): Promise<string> {
  const problem = (await response.json().catch(() => ({}))) as { error?: unknown }
  const why = typeof problem.error === 'string' ? problem.error : `status ${response.status}`
  return `${file} can’t be read back: ${why}`
}
