import { expect, it } from 'vitest'
import { withMemoryMaximum } from './wasm-memory.ts'

const head = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]
/** Exports the memory as `m`. */
const exported = [0x07, 0x05, 0x01, 0x01, 0x6d, 0x02, 0x00]
/** One page, and at most 32,768. */
const twoGigabytes = [0x05, 0x06, 0x01, 0x01, 0x01, 0x80, 0x80, 0x02]
const withoutMaximum = [0x05, 0x03, 0x01, 0x00, 0x01]

it('keeps a module’s memory from growing beyond the maximum', async () => {
  const module = new Uint8Array([...head, ...twoGigabytes, ...exported])
  const { WebAssembly } = globalThis as unknown as { WebAssembly: Instantiating }
  const { instance } = await WebAssembly.instantiate(withMemoryMaximum(module, 1))
  const memory = instance.exports.m
  memory.grow(15)
  expect(memory.buffer.byteLength).toBe(1024 * 1024)
  expect(() => memory.grow(1)).toThrow(RangeError)
})

it.each([
  ['has no maximum', [...head, ...withoutMaximum]],
  ['has no memory', head],
])('refuses a module that %s', (_, bytes) => {
  expect(() => withMemoryMaximum(new Uint8Array(bytes), 1)).toThrow(Error)
})

/** The part that is used here; its types come with the browser's. */
type Instantiating = {
  instantiate: (bytes: Uint8Array) => Promise<{ instance: { exports: { m: Memory } } }>
}
type Memory = { grow: (pages: number) => number; buffer: ArrayBuffer }
