/** A file as the drive knows it. Folders are not files here: they are only in `path`. */
export type DriveFile = {
  id: string
  name: string
  mimeType: string
  /** Folder names from the root, joined by `/`; empty for the root. */
  path: string
  parentFolder: string
  createdTime: string
  modifiedTime: string
  /** Equal when the bytes are equal; undefined where the drive can't tell (exports). */
  checksum?: string
  /** Where there is no checksum: while this is the same, the bytes are. */
  revision?: string
  /** Where the bytes are, when that isn't under `id`; the adapter's own word. */
  source?: string
  size?: number
  webViewLink?: string
  webContentLink?: string
}

export type DriveChange = { id: string; file?: DriveFile /* absent: gone */ }

export type DrivePage = { changes: DriveChange[]; cursor: string; fresh?: boolean }

/** The foundation's drive: a listing once, changes since a cursor after that. Two adapters, one suite. */
export type Drive = {
  /**
   * Every change since the cursor, or every file when there is none; `cursor` is where the next call starts.
   * Pages may be consumed one by one: a crash between two resumes from the last applied cursor.
   * `fresh` says that the cursor was no longer good: every file is listed anew, and what isn't named is gone.
   */
  changes: (cursor?: string) => AsyncIterable<DrivePage>
  /** The bytes as the viewer can show them (Google's own formats as PDF). Undefined when the file is gone. */
  download: (file: DriveFile) => Promise<AsyncIterable<Uint8Array> | undefined>
}
