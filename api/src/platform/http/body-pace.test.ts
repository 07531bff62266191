import { expect, it, onTestFinished, vi } from 'vitest'
import { createPacedReader } from './body-pace.ts'

/** Reads chunks that arrive after this many ms each, on the test's own clock. */
function reader() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const paced = createPacedReader({ grace: 300, bytesPerSecond: 4096 })
  return async (size: number, ms: number) => {
    const chunk = new Promise<{ value: Uint8Array }>((resolve) => {
      setTimeout(() => resolve({ value: new Uint8Array(size) }), ms)
    })
    const read = paced.read(chunk)
    const settled = read.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(ms)
    await settled
    return read
  }
}

it('reads a body to its end, however long that takes, while it keeps the pace', async () => {
  const read = reader()
  for (let n = 0; n < 20; n += 1) expect((await read(1000, 240)).value).toHaveLength(1000)
})

it('refuses a body once it is below the minimum pace', async () => {
  const read = reader()
  await read(1000, 240)
  await expect(read(1000, 310)).rejects.toMatchObject({ code: 'requestTimeout' })
})

it('doesn’t count the time between two reads, in which this side is slow', async () => {
  const read = reader()
  await read(1000, 240)
  vi.advanceTimersByTime(10_000)
  expect((await read(1000, 240)).value).toHaveLength(1000)
})
