import type { Made, SyncedDocument } from '../documents/documents-feature.ts'
import type { Opened } from './arrived-paper.ts'

export type Paper = Pick<SyncedDocument, 'mime_type' | 'sha256'> &
  Partial<Opened> &
  Made & { id: string }

/** What a maker adds to its document. */
export type MadeFromPaper = Made & Partial<Opened>

/** Makes one thing from a paper's original, such as its text. */
export type PaperMaker = {
  isMissing: (paper: Paper) => boolean
  /** `original` fetches the file and returns its path. Undefined if nothing could be tried. */
  make: (
    paper: Paper,
    original: () => Promise<string | undefined>,
  ) => Promise<MadeFromPaper | undefined>
}
