/** A build that may be adopted: `release.json` and its files, wherever they are. */
export type ReleaseSource = {
  /** For messages: the folder, for example. */
  name: string
  /**
   * Undefined when there is no such file. Names come from `release.json` and are validated before.
   */
  read: (file: string) => Promise<Uint8Array | undefined>
}
