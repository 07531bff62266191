import type { ReleaseManifest } from '@portal/contract/releases'
import { CommandFailure } from './command.ts'
import type { PortalConnection } from './portal-connection.ts'
import { inParallel, integrityOf, type WholeRelease } from './release-files.ts'

const atOnce = 4

/** The release's files as browsers receive them. Fails when one doesn't match its record. */
export async function fetchRelease(
  portal: Pick<PortalConnection, 'file'>,
  manifest: ReleaseManifest,
): Promise<WholeRelease> {
  const { files, faults } = await servedFiles(portal, manifest)
  const [first, ...lines] = faults
  if (first !== undefined) throw new CommandFailure(first, { lines })
  return { manifest, files }
}

/** As browsers are served: each file in Brotli and uncompressed, compared with its integrity. */
export async function servedFiles(
  portal: Pick<PortalConnection, 'file'>,
  { name, release, files: listed }: ReleaseManifest,
): Promise<{ files: Map<string, Uint8Array>; faults: string[] }> {
  const files = new Map<string, Uint8Array>()
  const faults = await inParallel(listed, atOnce, async ({ file, integrity }) => {
    for (const encoding of ['br', 'identity']) {
      const response = await portal.file(`/remotes/${name}/${release}/${file}`, encoding)
      if (!response.ok) return [`${file} of ${release} was answered with ${response.status}.`]
      const bytes = new Uint8Array(await response.arrayBuffer())
      if (integrityOf(bytes) !== integrity) {
        return [`${file} of ${release} is served with bytes that don’t match its record.`]
      }
      files.set(file, bytes)
    }
    return []
  })
  return { files, faults: faults.flat() }
}
