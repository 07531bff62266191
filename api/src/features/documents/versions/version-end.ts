import type { StoreOperations } from '../../../platform/store/document-store.ts'
import { unclaimVersion } from '../original-claims-service.ts'
import { putVersion, type StoredVersion, type Withdrawal } from './stored-version.ts'
import { forgetVersionPicture } from './version-pictures.ts'

/** Takes out of a version's record what describes its bytes, in a transaction. Returns what is left. */
export async function endVersion(
  inside: StoreOperations,
  { content, ...record }: StoredVersion,
  withdrawn?: Withdrawal,
): Promise<StoredVersion> {
  const ended = { ...record, ...(withdrawn ? { withdrawn } : {}) }
  await putVersion(inside, ended)
  await unclaimVersion(inside, record.sha256)
  await forgetVersionPicture(inside, record.sha256, content?.first_page)
  return ended
}
