import { recordChange } from '../../platform/audit/record-change.ts'
import type { Log } from '../../platform/log.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { changeVersionsOf } from './versions/version-files.ts'
import {
  needsRepair,
  putDocument,
  readDocument,
  textKey,
  type SyncedDocument,
  type SyncedDocumentsService,
} from './synced-documents-service.ts'

/** A file that is stored for a paper: the original, or one that was made from it. */
export type PaperPart = 'original' | 'copy' | 'text' | 'picture'

export type PaperDamageService = {
  /**
   * Records for every paper with this original (SHA-256 in hex) that a stored file is missing or altered. Without its
   * viewer's copy, text or picture, a paper is as it was before they were made.
   */
  damaged: (sha256: string, part: PaperPart) => Promise<void>
  /** Records that the original is stored intact again. */
  intact: (sha256: string) => Promise<void>
  /** Whether any paper waits for a sync to repair it. */
  isRepairNeeded: () => boolean
  /** Number of papers whose stored file is damaged. */
  count: () => number
}

type Parts = {
  store: DocumentStore
  blobs: BlobStore
  documents: SyncedDocumentsService
  now: () => Date
  log: Log
}

const names: Record<PaperPart, string> = {
  original: 'stored file',
  copy: 'copy for the viewer',
  text: 'text for the search',
  picture: 'picture of the first page',
}

export function createPaperDamageService(parts: Parts): PaperDamageService {
  const { store, blobs, documents, now, log } = parts

  /** Changes every paper with this original; `change` returns undefined for one that is recorded already. */
  const changeAll = async (
    sha256: string,
    what: 'paper damaged' | 'paper repaired',
    part: PaperPart,
    change: (document: SyncedDocument) => SyncedDocument | undefined,
  ) => {
    for (const { id, sha256: own } of documents.all()) {
      if (own !== sha256) continue
      const name = await store.transaction(async (transaction) => {
        const stored = await readDocument(transaction, id)
        const changed = stored?.sha256 === sha256 ? change(stored) : undefined
        if (!changed) return undefined
        await putDocument(transaction, id, changed)
        const after = { name: changed.name, part: names[part] }
        await recordChange(transaction, {
          at: now(),
          by: { portal: 'scrub' },
          what,
          subject: id,
          after,
        })
        return changed.name
      })
      if (name === undefined) continue
      if (what === 'paper damaged') log.error('a stored paper is damaged', { id, part })
      else log.info('a stored paper is repaired', { id, part })
    }
  }

  const changeEverywhere = async (
    sha256: string,
    what: 'paper damaged' | 'paper repaired',
    part: PaperPart,
    change: <P extends Harmable>(paper: P) => P | undefined,
  ) => {
    await changeAll(sha256, what, part, change)
    const at = now()
    await changeVersionsOf(store, documents.get, sha256, { at, what, part: names[part], change })
  }

  return {
    async damaged(sha256, part) {
      // The text is made again if there is none.
      if (part === 'text') await blobs.delete(textKey(sha256))
      await changeEverywhere(sha256, 'paper damaged', part, (paper) => withDamage(paper, part))
    },
    intact: (sha256) =>
      changeEverywhere(sha256, 'paper repaired', 'original', (paper) =>
        paper.damaged ? without(paper, ['damaged']) : undefined,
      ),
    isRepairNeeded: () => documents.all().some(needsRepair),
    count: () => documents.all().filter(({ damaged }) => damaged).length,
  }
}

/** Records in a transaction that a sync has stored a damaged paper's files again. */
export function recordRepair(
  transaction: StoreOperations,
  at: Date,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const by = { portal: 'scrub' as const }
  return recordChange(transaction, { at, by, what: 'paper repaired', subject: id, after: { name } })
}

/** A document, or the same fields of an earlier version. */
type Harmable = Partial<SyncedDocument>

function withDamage<P extends Harmable>(paper: P, part: PaperPart): P | undefined {
  if (part === 'original') return paper.damaged ? undefined : { ...paper, damaged: true }
  if (part === 'copy') return paper.fast && { ...without(paper, ['fast']), ...copyMark(paper) }
  if (part === 'picture') {
    return paper.picture === 'made' ? without(paper, ['picture', 'first_page']) : undefined
  }
  return paper.text === 'made' ? without(paper, ['text', 'text_sha256']) : undefined
}

/** A sync makes a document's copy again. For an earlier version's copy, the original is served instead. */
function copyMark(paper: Harmable): { fast_damaged?: true } {
  return 'google_id' in paper ? { fast_damaged: true } : {}
}

function without<P extends Harmable>(paper: P, fields: (keyof Harmable)[]): P {
  const left = { ...paper }
  for (const field of fields) delete left[field]
  return left
}
