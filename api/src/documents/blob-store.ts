type BlobInfo = { size: number; /** ISO 8601 */ storedAt: string }

/** Bytes by key (`originals/<sha256>`, `remotes/meetings/1.0.0-3f2a/main.js`). Two adapters, one suite. */
export type BlobStore = {
  /** Whole or not at all: a reader never sees half a blob, whenever the writer dies. */
  put: (key: string, bytes: AsyncIterable<Uint8Array> | Uint8Array) => Promise<void>
  info: (key: string) => Promise<BlobInfo | undefined>
  /** `start` and `end` in bytes, both inclusive. Undefined when there is no such blob. */
  read: (
    key: string,
    range?: { start: number; end: number },
  ) => Promise<ReadableStream<Uint8Array> | undefined>
  delete: (key: string) => Promise<void>
  keys: (prefix: string) => AsyncIterable<string>
}
