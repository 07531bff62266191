import { createHash } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { verifiedStream } from './verified-stream.ts'

const bytes = new TextEncoder().encode('The bylaws, as the board passed them.')
const sha256 = createHash('sha256').update(bytes).digest('hex')
const streamOf = (...chunks: Uint8Array[]) => ReadableStream.from(chunks)

it('passes intact bytes on in chunks of any size', async () => {
  const onAltered = vi.fn()
  const stream = verifiedStream(streamOf(bytes.slice(0, 9), bytes.slice(9)), sha256, onAltered)
  expect(await new Response(stream).bytes()).toEqual(bytes)
  expect(onAltered).not.toHaveBeenCalled()
})

it('fails before its last chunk if the bytes are altered', async () => {
  const onAltered = vi.fn()
  const stream = verifiedStream(streamOf(bytes.slice(0, 9), bytes.slice(10)), sha256, onAltered)
  await expect(new Response(stream).bytes()).rejects.toThrow('don’t match their hash')
  expect(onAltered).toHaveBeenCalledOnce()
})

it('doesn’t treat a file as altered when its reader leaves while a chunk is being read', async () => {
  const onAltered = vi.fn()
  const started = Promise.withResolvers<void>()
  const source = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes.slice(0, 9)),
    // The next chunk never comes.
    pull: () => {
      started.resolve()
      return new Promise(() => {})
    },
  })
  const reader = verifiedStream(source, sha256, onAltered).getReader()
  const reading = reader.read()
  await started.promise
  await reader.cancel()
  expect(await reading).toMatchObject({ done: true })
  await new Promise(setImmediate)
  expect(onAltered).not.toHaveBeenCalled()
})
