/** Bytes that arrive in order; a piece can be read as soon as all of it is there. */
export type StreamedBytes = {
  /** Undefined when the stream ended before the piece was there. */
  read: (begin: number, end: number) => Promise<Uint8Array | undefined>
}

/** Collects the rest of a document whose first bytes are known. */
export function streamBytes(
  length: number,
  first: Uint8Array,
  rest: Promise<Response>,
): StreamedBytes {
  const bytes = new Uint8Array(length)
  bytes.set(first)
  let filled = first.length
  let ended = false
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const look of waiting) look()
  }
  const collect = async () => {
    const response = await rest
    const reader = response.body?.getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      bytes.set(part.value, filled)
      filled += part.value.length
      wake()
    }
  }
  collect()
    // What is missing then is asked for by itself.
    .catch(() => undefined)
    .finally(() => {
      ended = true
      wake()
    })
  return {
    read: (begin, end) =>
      new Promise((resolve) => {
        const look = () => {
          if (end > filled && !ended) return
          waiting.delete(look)
          resolve(end > filled ? undefined : bytes.slice(begin, end))
        }
        waiting.add(look)
        look()
      }),
  }
}
