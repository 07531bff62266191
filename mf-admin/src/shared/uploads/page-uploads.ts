import type { UploadOutcome } from '@portal/contract/uploads'
import { createContext } from 'react'

type OnStored = (outcome: UploadOutcome, file: File) => Promise<void> | void

/**
 * Adds dropped or picked files to the uploads of the page, and calls `onStored` for each one that is stored, one after the
 * other in their order. Resolves once every file is stored, refused or cancelled.
 */
export type StoreFiles = (
  from: DataTransfer | FileList | readonly File[],
  onStored: OnStored,
  /** The id of the mapping that the files are for. In a closed item, they are closed from their first byte. */
  slot?: string,
) => Promise<void>

/** Uploads of the frame around every admin screen; without the frame, nothing is taken. */
export const PageUploads = createContext<StoreFiles>(async () => undefined)
