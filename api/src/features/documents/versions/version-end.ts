import type { StoreOperations } from '../../../platform/store/document-store.ts'
import { unclaimVersion } from '../original-claims-service.ts'
import { putVersion, type StoredVersion, type Withdrawal } from './stored-version.ts'
import { forgetVersionPicture } from './version-pictures.ts'

/** Removes from a version's record what describes its bytes, in a transaction. Returns the rest. */
export async function endVersion(
  transaction: StoreOperations,
  { content, ...record }: StoredVersion,
  withdrawn?: Withdrawal,
): Promise<StoredVersion> {
  const ended = { ...record, ...(withdrawn ? { withdrawn } : {}) }
  await putVersion(transaction, ended)
  await unclaimVersion(transaction, record.sha256)
  await forgetVersionPicture(transaction, record.sha256, content?.first_page)
  return ended
}
