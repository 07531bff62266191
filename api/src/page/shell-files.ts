export type ShellFile = {
  bytes: Uint8Array<ArrayBuffer>
  /** The same in Brotli, where the build made it. */
  compressed: Uint8Array<ArrayBuffer> | undefined
  /** Strong. */
  etag: string
  type: string
}

/** The shell's build: its page, with places for preloads and data, and the files it needs. */
export type ShellFiles = {
  page: () => Promise<string>
  /** By path: `/assets/shell.3f2a.js`. The page isn't one of them. */
  file: (path: string) => ShellFile | undefined
  /** The version of each module that it shares with remotes; unknown of a developer's server. */
  provided?: Record<string, string> | undefined
  /** Another one for every other build, as its page names all files by what is in them; unknown of a server. */
  build?: string | undefined
}
