/** The page size of WebAssembly's memory, in bytes. */
const pageSize = 65_536

/** The section that declares a module's memory (WebAssembly core specification, 5.5.8). */
const memorySection = 5

/**
 * A copy of a WebAssembly module whose one memory can grow to this many MB at most. Emscripten declares the maximum when
 * it compiles, and its loader offers no other way to limit a module that brings its own memory.
 */
export function withMemoryMaximum(wasm: Uint8Array, megabytes: number): Uint8Array<ArrayBuffer> {
  const limited = new Uint8Array(wasm)
  let at = 8
  while (at < limited.length) {
    const id = limited[at]
    const size = readNumber(limited, at + 1)
    if (id === memorySection) {
      const [count, flags] = limited.subarray(size.end, size.end + 2)
      if (count !== 1 || flags !== 1) throw new Error('The module’s memory has no maximum.')
      const minimum = readNumber(limited, size.end + 2)
      const maximum = readNumber(limited, minimum.end)
      writeNumber(limited, minimum.end, maximum.end, (megabytes * 1024 * 1024) / pageSize)
      return limited
    }
    at = size.end + size.value
  }
  throw new Error('The module declares no memory.')
}

/** An unsigned LEB128 number: seven bits a byte, the lowest first. */
function readNumber(bytes: Uint8Array, start: number): { value: number; end: number } {
  let value = 0
  for (let at = start; at < start + 5; at += 1) {
    const byte = bytes[at] ?? 0
    value += (byte & 0x7f) * 2 ** (7 * (at - start))
    if (byte < 0x80) return { value, end: at + 1 }
  }
  throw new Error('The module is no WebAssembly.')
}

/** Fills the bytes from `start` to `end`, so that nothing in the module moves. */
function writeNumber(bytes: Uint8Array, start: number, end: number, value: number): void {
  for (let at = start; at < end; at += 1) {
    const rest = Math.floor(value / 2 ** (7 * (at - start)))
    bytes[at] = (rest & 0x7f) | (at < end - 1 ? 0x80 : 0)
  }
}
