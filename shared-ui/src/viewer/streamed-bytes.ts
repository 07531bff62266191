/** Bytes that arrive in order; a range can be read as soon as it is complete. */
export type StreamedBytes = {
  /** Undefined if the stream ended before the range was complete. */
  read: (begin: number, end: number) => Promise<Uint8Array | undefined>
  /** How many bytes have arrived. */
  filled: () => number
}

/** Collects a response body of `length` bytes; calls `onEnd` with what has arrived in the end. */
export function streamBytes(
  length: number,
  answer: Promise<Response>,
  onEnd: (arrived: Uint8Array) => void,
): StreamedBytes {
  const bytes = new Uint8Array(length)
  let filled = 0
  let ended = false
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const look of waiting) look()
  }
  const collect = async () => {
    for await (const part of partsOf(await answer)) {
      bytes.set(part, filled)
      filled += part.length
      wake()
    }
  }
  collect()
    // Missing bytes are requested separately.
    .catch(() => undefined)
    .finally(() => {
      ended = true
      onEnd(filled === length ? bytes : bytes.slice(0, filled))
      wake()
    })
  return {
    filled: () => filled,
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

/** Reads a whole response; unlike `arrayBuffer()`, this reports why it stopped. */
export async function bytesOf(answer: Response): Promise<Uint8Array> {
  const parts: BlobPart[] = []
  for await (const part of partsOf(answer)) parts.push(part)
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

async function* partsOf({ body }: Response) {
  const reader = body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    yield part.value
  }
}
