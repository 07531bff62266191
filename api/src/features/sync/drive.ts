/** A file in the drive. Folders aren't listed as files; they only appear in `path`. */
export type DriveFile = {
  id: string
  name: string
  mimeType: string
  /** Folder names from the root, joined by `/`; empty in the root. */
  path: string
  parentFolder: string
  createdTime: string
  modifiedTime: string
  /** Identifies the content; undefined if the drive doesn't provide one (exported formats). */
  checksum?: string
  /** Used if there is no checksum: an unchanged revision means unchanged bytes. */
  revision?: string
  /** Where the bytes are if not under `id`, in the adapter's own terms. */
  source?: string
  size?: number
  webViewLink?: string
  webContentLink?: string
}

export type DriveChange = { id: string; file?: DriveFile /* absent: gone */ }

export type DrivePage = { changes: DriveChange[]; cursor: string; fresh?: boolean }

/**
 * The foundation's drive: first a full listing, then changes since a cursor. Both adapters run one test suite. A call
 * whose `signal` is aborted rejects with its reason, and leaves nothing open.
 */
export type Drive = {
  /**
   * Every change since the cursor, or every file without one; `cursor` is where the next call starts.
   * Pages may be consumed one at a time: after a crash, the next call resumes from the last applied cursor.
   * `fresh` means that the cursor had expired: every file is listed again, and unlisted files are gone.
   */
  changes: (cursor?: string, signal?: AbortSignal) => AsyncIterable<DrivePage>
  /** The bytes in a format the viewer can show (Google formats as PDF). Undefined if the file is gone. */
  download: (
    file: DriveFile,
    signal?: AbortSignal,
  ) => Promise<AsyncIterable<Uint8Array> | undefined>
}
