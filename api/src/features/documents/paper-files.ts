import { imageHash } from '@portal/contract/images'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import type { ScrubbedFile, ScrubSource } from '../../platform/store/check-file.ts'
import type { PaperDamageService, PaperPart } from './paper-damage-service.ts'
import { earlierVersions } from './versions/version-files.ts'
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

/** What a document, or an earlier version of it, records about its files. */
type Filed = Pick<
  SyncedDocument,
  'sha256' | 'fast' | 'text' | 'text_sha256' | 'first_page' | 'damaged'
>

type Parts = {
  store: DocumentStore
  documents: SyncedDocumentsService
  damage: Pick<PaperDamageService, 'damaged' | 'intact'>
}

/** Every stored file of the papers and their versions, each once: they may share an original. */
export function createPaperFiles({ store, documents, damage }: Parts): ScrubSource {
  /** Records the hash of a file that was made before hashes were recorded. */
  const record = (id: string, add: (document: SyncedDocument) => SyncedDocument) =>
    store.transaction(async (transaction) => {
      const stored = await readDocument(transaction, id)
      if (stored) await putDocument(transaction, id, add(stored))
    })

  const filesOf = ({ id, ...document }: Filed & { id?: string }): ScrubbedFile[] => {
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
      const note = (own: string) => (hash: string) =>
        record(own, (now) =>
          now.fast && now.sha256 === sha256 ? { ...now, fast: { ...now.fast, sha256: hash } } : now,
        )
      files.push(isUnhashed(id, fast.sha256) ? { ...copy, onIntact: note(id) } : copy)
    }
    if (text === 'made') {
      const made = file('text', textKey(sha256), textHash)
      const note = (own: string) => (hash: string) =>
        record(own, (now) =>
          now.text === 'made' && now.sha256 === sha256 ? { ...now, text_sha256: hash } : now,
        )
      files.push(isUnhashed(id, textHash) ? { ...made, onIntact: note(id) } : made)
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
    const shown = documents.all().filter(({ withdrawn }) => !withdrawn)
    const files = shown.flatMap(filesOf)
    for await (const { sha256, content } of earlierVersions(store, documents.get)) {
      files.push(...filesOf({ ...content, sha256 }))
    }
    return [...new Map(files.map((file) => [file.key, file])).values()]
  }
}

/** Whether a file is from before hashes were recorded. Versions never are: they are as old as their record. */
function isUnhashed(id: string | undefined, hash: string | undefined): id is string {
  return id !== undefined && hash === undefined
}
