import type { ShellContent } from '@portal/contract/shell-manifest'

export type ShellFile = {
  bytes: Uint8Array<ArrayBuffer>
  /** The same bytes in Brotli, if the build compressed them. */
  compressed: Uint8Array<ArrayBuffer> | undefined
  /** A strong ETag. */
  etag: string
  type: string
}

/** By shared module; paths are relative to the shell's folder. */
export type SharedFiles = NonNullable<ShellContent['sharedFiles']>

/** The shell's build: its page, with placeholders for preloads and data, and its files. */
export type ShellFiles = {
  page: () => Promise<string>
  /** A file by path, such as `/assets/shell.3f2a.js`. Doesn't include the page. */
  file: (path: string) => ShellFile | undefined
  /** The version of each module shared with remotes; undefined for a dev server. */
  provided?: Record<string, string> | undefined
  /** The names that each of them exports; undefined for a dev server. */
  exportedNames?: Record<string, string[]> | undefined
  /** What it serves of earlier packages; undefined for a dev server. */
  support?: ShellContent['support']
  /** The files of shared modules that aren't in the shell's first script. Undefined for a dev server. */
  sharedFiles?: SharedFiles | undefined
  /** Identifies the build: its page names all files by their content hash. Undefined for a dev server. */
  build?: string | undefined
  /** Lists all of it, for those who run the same shell elsewhere. Undefined for a dev server. */
  content?: ShellContent | undefined
}
