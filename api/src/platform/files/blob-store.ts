type BlobInfo = { size: number; /** ISO 8601 */ storedAt: string }

/**
 * Bytes by key (`originals/<sha256>`, `remotes/meetings/1.0.0-3f2a/main.js`). All adapters run one test suite. A call
 * whose `signal` is aborted rejects with its reason, and leaves nothing open.
 */
export type BlobStore = {
  /** Atomic: readers never see a partial blob, even if the writer crashes. */
  put: (
    key: string,
    bytes: AsyncIterable<Uint8Array> | Uint8Array,
    signal?: AbortSignal,
  ) => Promise<void>
  info: (key: string, signal?: AbortSignal) => Promise<BlobInfo | undefined>
  /**
   * `start` and `end` in bytes, both inclusive. Undefined for a missing blob. The stream is open until it has been read
   * to its end or canceled, or `signal` is aborted.
   */
  read: (
    key: string,
    range?: { start: number; end: number },
    signal?: AbortSignal,
  ) => Promise<ReadableStream<Uint8Array> | undefined>
  delete: (key: string, signal?: AbortSignal) => Promise<void>
  keys: (prefix: string, signal?: AbortSignal) => AsyncIterable<string>
  /** Like `keys`, with the sizes in bytes. */
  sizes: (prefix: string, signal?: AbortSignal) => AsyncIterable<{ key: string; size: number }>
}

/** Checks that a key is safe to use as a path: plain segments, none starting with a dot. */
export function checkedKey(key: string): string {
  const plain = /^[\w@-][\w@.-]*(\/[\w@-][\w@.-]*)*$/.test(key) && key.length <= 500
  if (!plain) throw new Error(`${JSON.stringify(key.slice(0, 100))} is not a valid blob key.`)
  return key
}
