import type { Made, SyncedDocument } from '../documents/synced-documents-service.ts'

export type Paper = Pick<SyncedDocument, 'mime_type' | 'sha256'> & Made & { id: string }

/** Makes one thing from a paper's original, such as its text. */
export type PaperMaker = {
  isMissing: (paper: Paper) => boolean
  start: () => {
    /** `original` fetches the file and returns its path. Undefined if nothing could be tried. */
    make: (paper: Paper, original: () => Promise<string | undefined>) => Promise<Made | undefined>
    stop: () => Promise<void>
  }
}
