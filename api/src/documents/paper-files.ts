import { imageHash } from '@portal/contract/images'
import type { DocumentStore } from '../store/document-store.ts'
import type { ScrubbedFile, ScrubSource } from '../store/scrubbed-file.ts'
import type { PaperDamageService, PaperPart } from './paper-damage-service.ts'
import {
  originalKey,
  pictureKey,
  pictureWidths,
  putDocument,
  readDocument,
  renditionKey,
  type SyncedDocument,
  type SyncedDocumentsService,
  textKey,
} from './synced-documents-service.ts'

type Parts = {
  store: DocumentStore
  documents: SyncedDocumentsService
  damage: Pick<PaperDamageService, 'damaged' | 'intact'>
}

/** Every stored file of the synced papers, each once: papers may share an original. */
export function createPaperFiles({ store, documents, damage }: Parts): ScrubSource {
  /** Records the hash of a file that was made before hashes were recorded. */
  const record = (id: string, add: (document: SyncedDocument) => SyncedDocument) =>
    store.transaction(async (inside) => {
      const stored = await readDocument(inside, id)
      if (stored) await putDocument(inside, id, add(stored))
    })

  const filesOf = ({ id, ...document }: SyncedDocument & { id: string }): ScrubbedFile[] => {
    const { sha256, fast, text, text_sha256: textHash, first_page: firstPage } = document
    const file = (part: PaperPart, key: string, hash: string | undefined) => ({
      key,
      algorithm: 'sha256' as const,
      hash,
      onHarm: () => damage.damaged(sha256, part),
    })
    const original = file('original', originalKey(sha256), sha256)
    const files: ScrubbedFile[] = [
      document.damaged ? { ...original, onIntact: () => damage.intact(sha256) } : original,
    ]
    if (fast) {
      const copy = file('copy', renditionKey(sha256), fast.sha256)
      const note = (hash: string) =>
        record(id, (now) =>
          now.fast && now.sha256 === sha256 ? { ...now, fast: { ...now.fast, sha256: hash } } : now,
        )
      files.push(fast.sha256 === undefined ? { ...copy, onIntact: note } : copy)
    }
    if (text === 'made') {
      const made = file('text', textKey(sha256), textHash)
      const note = (hash: string) =>
        record(id, (now) =>
          now.text === 'made' && now.sha256 === sha256 ? { ...now, text_sha256: hash } : now,
        )
      files.push(textHash === undefined ? { ...made, onIntact: note } : made)
    }
    if (firstPage) {
      for (const size of ['narrow', 'wide'] as const) {
        const key = pictureKey(sha256, pictureWidths[size])
        files.push(file('picture', key, imageHash(firstPage[size])))
      }
    }
    return files
  }

  return async () => {
    await documents.ready
    const files = documents.all().flatMap(filesOf)
    return [...new Map(files.map((file) => [file.key, file])).values()]
  }
}
