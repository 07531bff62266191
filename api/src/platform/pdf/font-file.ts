import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'

/** In bytes: headers, and the entries of their tables (WOFF 1.0, 3 and 4; OpenType, table directory). */
const woff = { header: 44, entry: 20 }
const openType = { header: 12, entry: 16 }

/** Reads a font; a WOFF becomes the OpenType font in it, because fontkit takes seconds to decompress the tables. */
export function readFont(path: string): Buffer {
  const file = readFileSync(path)
  if (file.toString('latin1', 0, 4) !== 'wOFF') return file
  const count = file.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const at = woff.header + index * woff.entry
    const [offset, stored, size] = [4, 8, 12].map((field) => file.readUInt32BE(at + field))
    const bytes = file.subarray(offset, offset! + stored!)
    const whole = stored === size ? bytes : inflateSync(bytes)
    return { tag: file.subarray(at, at + 4), sum: file.readUInt32BE(at + 16), whole }
  })
  const head = Buffer.alloc(openType.header + count * openType.entry)
  file.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const parts = [head]
  let offset = head.length
  for (const [index, { tag, sum, whole }] of tables.entries()) {
    const at = openType.header + index * openType.entry
    tag.copy(head, at)
    for (const [place, value] of [sum, offset, whole.length].entries()) {
      head.writeUInt32BE(value, at + 4 + place * 4)
    }
    // Tables begin at multiples of four.
    const padding = -whole.length & 3
    parts.push(whole, Buffer.alloc(padding))
    offset += whole.length + padding
  }
  return Buffer.concat(parts)
}
