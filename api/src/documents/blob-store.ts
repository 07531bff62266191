type BlobInfo = { size: number; /** ISO 8601 */ storedAt: string }

/** Bytes by key (`originals/<sha256>`, `remotes/meetings/1.0.0-3f2a/main.js`). Both adapters run one test suite. */
export type BlobStore = {
  /** Atomic: readers never see a partial blob, even if the writer crashes. */
  put: (key: string, bytes: AsyncIterable<Uint8Array> | Uint8Array) => Promise<void>
  info: (key: string) => Promise<BlobInfo | undefined>
  /** `start` and `end` in bytes, both inclusive. Undefined for a missing blob. */
  read: (
    key: string,
    range?: { start: number; end: number },
  ) => Promise<ReadableStream<Uint8Array> | undefined>
  delete: (key: string) => Promise<void>
  keys: (prefix: string) => AsyncIterable<string>
}
