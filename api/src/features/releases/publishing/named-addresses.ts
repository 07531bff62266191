import type { Endpoint } from '@portal/contract/endpoint'
import { type NamedAddress, namedAddressLimits } from '@portal/contract/publishing'
import type { ReleaseManifest } from '@portal/contract/releases'
import type { BlobStore } from '../../../platform/files/blob-store.ts'
import { sha384Of, uploadedBlob } from '../release-records.ts'

/** A path of the API at the start of a text, or the origin of another site. */
const addresses = /["'`](\/api\/[\w\-/{}.]+)|\b((?:https?|wss?):\/\/[\w.-]+(?::\d+)?)/gi

/**
 * The addresses that code contains as text, sorted: `/api/meetings`, `https://example.org`. Code that puts an address
 * together contains no such text, so this shows what a team works with, and doesn't limit it.
 */
export function addressesIn(scripts: Iterable<string>): string[] {
  const found = new Set<string>()
  for (const script of scripts) {
    for (const [, path, origin] of script.matchAll(addresses)) {
      found.add((path ?? origin!.toLowerCase()).slice(0, namedAddressLimits.length))
    }
  }
  return [...found].toSorted().slice(0, namedAddressLimits.most)
}

export function isScript(file: string): boolean {
  return /\.[cm]?js$/i.test(file)
}

/** The same for the uploaded files of a release. */
export async function addressesInUploads(
  blobs: BlobStore,
  { name, files }: ReleaseManifest,
): Promise<string[]> {
  const scripts = files.filter((listed) => isScript(listed.file))
  const found: string[] = []
  // One at a time: together they may have 20 MB.
  for (const { integrity } of scripts) {
    const bytes = await blobs.read(uploadedBlob(name, sha384Of(integrity)))
    found.push(...addressesIn([await new Response(bytes ?? null).text()]))
  }
  return [...new Set(found)].toSorted().slice(0, namedAddressLimits.most)
}

/** Marks the addresses of the API at which nobody but admins may call anything. */
export function shownAddresses(
  named: readonly string[],
  mounted: readonly Endpoint[],
): NamedAddress[] {
  return named.map((address) => {
    const there = mounted.filter(({ path }) => path === address)
    // The other callers of these are programs, with a key or token of their own.
    const isForAdmins =
      there.length > 0 && there.every(({ callers }) => callers.startsWith('admins'))
    return isForAdmins ? { address, onlyAdmins: true } : { address }
  })
}
