import { Refusal } from '../../../refusal.ts'
import type { StoreOperations } from '../../../platform/store/document-store.ts'
import type { StoredVersion, VersionContent } from './stored-version.ts'
import { withdrawalOf } from './withdrawn-bytes-service.ts'

type Named = { name: string }

/** Refuses a version whose bytes are gone, also while it still waits to be marked. */
export async function readableVersion(
  store: StoreOperations,
  version: StoredVersion,
  { name }: Named,
): Promise<StoredVersion & { content: VersionContent }> {
  const { content, number, paper, sha256 } = version
  const withdrawn = version.withdrawn ?? (await withdrawalOf(store, paper, sha256))
  if (withdrawn) {
    throw new Refusal('gone', `Version ${number} of “${name}” was withdrawn: ${withdrawn.reason}`)
  }
  if (!content) throw new Refusal('gone', `Version ${number} of “${name}” is no longer kept.`)
  return { ...version, content }
}

/** The refusal of a paper whose versions were all withdrawn. */
export async function withdrawnPaper(
  store: StoreOperations,
  { id, name, sha256 }: Named & { id: string; sha256: string },
): Promise<Refusal> {
  const reason = (await withdrawalOf(store, id, sha256))?.reason ?? ''
  return new Refusal('gone', `“${name}” was withdrawn: ${reason}`)
}
