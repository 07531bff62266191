/** A build that may be adopted: `release.json` and the files it lists, wherever they lie. */
export type ReleaseSource = {
  /** For messages: the folder, say. */
  name: string
  /** Undefined when there is no such file. Names come from `release.json` and are checked before. */
  read: (file: string) => Promise<Uint8Array | undefined>
}
