import type { ReleaseManifest } from '@portal/contract/releases'
import { CommandFailure } from './command.ts'
import type { PortalConnection } from './portal-connection.ts'
import { inParallel, integrityOf, type WholeRelease } from './release-files.ts'

const atOnce = 4

/** The release's real files, from where browsers get them. Fails when one isn't what its record says. */
export async function fetchRelease(
  portal: PortalConnection,
  manifest: ReleaseManifest,
): Promise<WholeRelease> {
  const { files, faults } = await servedFiles(portal, manifest)
  if (faults.length > 0) throw new CommandFailure(faults.join('\n'))
  return { manifest, files }
}

/** As browsers are served: each file in Brotli and plain, held against its integrity. */
export async function servedFiles(
  portal: PortalConnection,
  { name, release, files: listed }: ReleaseManifest,
): Promise<{ files: Map<string, Uint8Array>; faults: string[] }> {
  const files = new Map<string, Uint8Array>()
  const faults = await inParallel(listed, atOnce, async ({ file, integrity }) => {
    for (const encoding of ['br', 'identity']) {
      const response = await portal.file(`/remotes/${name}/${release}/${file}`, encoding)
      if (!response.ok) return [`${file} of ${release} is answered by ${response.status}.`]
      const bytes = new Uint8Array(await response.arrayBuffer())
      if (integrityOf(bytes) !== integrity) {
        return [`${file} of ${release} is served with other bytes than its record says.`]
      }
      files.set(file, bytes)
    }
    return []
  })
  return { files, faults: faults.flat() }
}
