import { boardDocument } from '@portal/contract/documents'
import * as z from 'zod/mini'
import { defineClosableCollection } from '../../platform/store/closable-collection.ts'
import { defineCollection } from '../../platform/store/collection.ts'

const { id: _, scanned: _scanned, ...described } = boardDocument.shape

/** A document as the store holds it: what the contract shows, and where its bytes are. */
export const storedDocument = z.object({
  ...described,
  /** The drive's checksum when the bytes were fetched; they are not fetched again while it is equal. */
  checksum: z.optional(z.string()),
  /** The drive's revision, for files that have no checksum. */
  drive_revision: z.optional(z.string()),
  /** Of the original bytes, in hex. */
  sha256: z.string(),
  /** Where the drive has the bytes, in its own terms, if not under `google_id`. */
  drive_source: z.optional(z.string()),
  /**
   * The copy made for the viewer. `head` and `tail`: the bytes at either end that page 1 is read from. `sha256`: of its
   * bytes, in hex; the scrub adds it to copies from before it was recorded.
   */
  fast: z.optional(
    z.object({
      size: z.number(),
      head: z.number(),
      tail: z.number(),
      sha256: z.optional(z.string()),
    }),
  ),
  /** Whether the viewer's copy was damaged: the original is served instead until a sync has made it again. */
  fast_damaged: z.optional(z.boolean()),
  /** Whether a PDF's text could be read; absent until that was tried. */
  text: z.optional(z.enum(['made', 'none'])),
  /** Of the text's bytes, in hex, like `fast.sha256`. */
  text_sha256: z.optional(z.string()),
  /** The `textVersion` with which the text was tried last; absent before there were versions. */
  text_version: z.optional(z.number()),
  /** Whether a PDF's first page could be drawn, as `first_page`; absent until that was tried. */
  picture: z.optional(z.enum(['made', 'none'])),
  /** An admin has decided that this upload isn't the version of another paper. */
  another: z.optional(z.boolean()),
  /** The ids of the uploads that became versions of this paper, the newest first. */
  absorbed: z.optional(z.array(z.string())),
  /** The id of the mapping of a closed item that this was uploaded for. */
  closed_for: z.optional(z.string()),
  /** The keys of the closed items or places that this was uploaded for: while no slot has it, it is for their people. */
  closed_items: z.optional(z.array(z.string())),
})

export type StoredDocument = z.infer<typeof storedDocument>

/** Papers of closed items are stored apart. */
export const documentsCollection = defineClosableCollection(
  defineCollection('documents', storedDocument),
  'closed_documents',
  storedDocument,
  // A file that is uploaded for a closed item is closed from the beginning.
  ({ closed_for: slot }) => slot !== undefined,
)

export const foldersId = 'drive'

export const storedFolders = z.object({
  switched: z.array(z.object({ folder: z.string(), closed: z.boolean() })),
})

export type StoredFolders = z.infer<typeof storedFolders>

/** Collection `folders`, one document: the folders of the drive that an admin has closed to members, or opened. */
export const foldersCollection = defineCollection('folders', storedFolders)
