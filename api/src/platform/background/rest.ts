import { setTimeout as after } from 'node:timers/promises'

export type Rest = {
  /** Called with each chunk of background work; resolves when the next one may be moved. */
  moved: (bytes: number) => Promise<void>
  /** Passes bytes on, with rests. */
  between: (bytes: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>
}

/** In bytes: how much background work moves between two rests. */
const piece = 1024 * 1024
/** How much longer a rest is than the work before it. */
const times = 2
/** In ms. A slow source needs no longer rest: it takes little of the event loop itself. */
const longest = 100

/**
 * Copying files takes turns with requests: after each piece, all background work rests for twice as long as the piece took.
 * So it is fast while the machine is idle, and leaves most of the event loop and of the disk to readers while it isn't.
 */
export function createRest(): Rest {
  let [since, sum] = [performance.now(), 0]
  let resting: Promise<void> | undefined

  const rest = async () => {
    await after(Math.min(times * (performance.now() - since), longest))
    ;[since, sum] = [performance.now(), 0]
    resting = undefined
  }
  const moved = async (bytes: number) => {
    sum += bytes
    if (sum >= piece) await (resting ??= rest())
  }
  return {
    moved,
    async *between(bytes) {
      for await (const chunk of bytes) {
        yield chunk
        await moved(chunk.byteLength)
      }
    },
  }
}
