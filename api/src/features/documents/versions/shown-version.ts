import type { PaperVersion } from '@portal/contract/paper-versions'
import type { StoredVersion } from './stored-version.ts'
import type { SyncedDocument } from '../synced-documents-service.ts'

/** A version in the contract's form. `document` has what was made from the version that it shows. */
export function shownVersion(
  { number, sha256, arrived_at, modified_time, content, withdrawn }: StoredVersion,
  document: SyncedDocument | undefined,
  isAdmin: boolean,
): PaperVersion {
  const known = {
    number,
    modified_time,
    ...(arrived_at === undefined ? {} : { arrived_at }),
  }
  if (withdrawn) {
    const { at, reason, by } = withdrawn
    return { ...known, state: 'withdrawn', withdrawn: { at, reason, ...(isAdmin ? { by } : {}) } }
  }
  if (!content) return { ...known, state: 'expired' }
  const isShown = document?.version === number && !document.withdrawn
  const { name } = content
  const bytes = isShown ? document : content
  const { mime_type, size, condition, too_large, pages, first_page, damaged } = bytes
  return {
    ...known,
    state: 'kept',
    sha256,
    name,
    mime_type,
    size,
    condition,
    ...(too_large === undefined ? {} : { too_large }),
    ...(pages === undefined ? {} : { pages }),
    ...(first_page === undefined ? {} : { first_page }),
    ...(damaged === undefined ? {} : { damaged }),
  }
}
