import { deflateSync } from 'node:zlib'
import { type PDFContext, type PDFObject, PDFRef, PDFStream } from '@cantoo/pdf-lib'
import type { PdfLayout, Placed } from './pdf-layout.ts'

/** pdf.js reads chunks of this size, aligned to the file's start. */
const readChunk = 65_536
/** Small files are read whole, so aligning them gains nothing. */
const alignFrom = 4 * readChunk
/** pdf.js decompresses an object stream whole, so each stays small. */
const objectsPerStream = 200

type Entry =
  | { kind: 'at'; offset: number; generation: number }
  | { kind: 'in'; stream: number; index: number }
/** In bytes: how far page 1's streams reach from the start, and how far before the end the opening reads begin. */
export type PdfExtents = { head: number; tail: number }
type Write = (bytes: Uint8Array) => void

/**
 * Writes a PDF so that it opens over a network with few reads: page 1's streams come first, dictionaries are packed
 * into object streams at the end, and what a reader requests at opening is in the last chunk.
 */
export function writePdf(context: PDFContext, layout: PdfLayout, write: Write): PdfExtents {
  let offset = 0
  const entries = new Map<number, Entry>()
  const put = (bytes: Uint8Array) => {
    offset += bytes.length
    write(bytes)
  }
  const putObject = (number: number, generation: number, body: Uint8Array[]) => {
    entries.set(number, { kind: 'at', offset, generation })
    put(latin(`${number} ${generation} obj\n`))
    for (const part of body) put(part)
    put(latin('\nendobj\n'))
  }

  // Bytes over 127 mark the file as binary for transfer programs.
  put(Uint8Array.of(...latin('%PDF-1.7\n%'), 0xe2, 0xe3, 0xcf, 0xd3, 0x0a))
  let head = offset
  for (const [index, [ref, object]] of layout.streams.entries()) {
    putObject(ref.objectNumber, ref.generationNumber, streamBody(object as PDFStream))
    if (index < layout.firstPage) head = offset
  }
  // Object streams only hold objects of generation 0.
  for (const [ref, object] of [...layout.others, ...layout.opening]) {
    if (ref.generationNumber === 0) continue
    putObject(ref.objectNumber, ref.generationNumber, [bytesOf(object)])
  }

  let number = context.largestObjectNumber
  const pack = (objects: Placed[]) =>
    chunked(objects.filter(([ref]) => ref.generationNumber === 0)).map((chunk) => {
      number += 1
      for (const [index, [ref]] of chunk.entries()) {
        entries.set(ref.objectNumber, { kind: 'in', stream: number, index })
      }
      return { number, body: objectStream(chunk) }
    })
  const others = pack(layout.others)
  const opening = pack(layout.opening)
  for (const { number: own, body } of others) putObject(own, 0, body)

  const xrefNumber = number + 1
  const openingSize = opening.reduce((sum, { body }) => sum + sizeOf(body) + 40, 0)
  const padding = paddingBefore(offset, openingSize + xrefNumber * 8 + 400, offset + openingSize)
  if (padding > 0) put(latin(`%${' '.repeat(padding - 2)}\n`))
  const tailStart = offset
  for (const { number: own, body } of opening) putObject(own, 0, body)
  const start = offset
  entries.set(xrefNumber, { kind: 'at', offset: start, generation: 0 })
  putObject(xrefNumber, 0, crossReferences(context, entries, xrefNumber + 1))
  put(latin(`startxref\n${start}\n%%EOF\n`))
  return { head, tail: offset - tailStart }
}

/** Padding in bytes that moves the tail of a large file to the start of a chunk, if it fits into one. */
function paddingBefore(offset: number, most: number, end: number): number {
  if (end < alignFrom || most > readChunk) return 0
  const transaction = offset % readChunk
  if (transaction + most <= readChunk) return 0
  return Math.max(2, readChunk - transaction)
}

function streamBody(stream: PDFStream): Uint8Array[] {
  stream.updateDict()
  return [bytesOf(stream.dict), latin('\nstream\n'), stream.getContents(), latin('\nendstream')]
}

function objectStream(objects: Placed[]): Uint8Array[] {
  const bodies = objects.map(([, object]) => bytesOf(object))
  let at = 0
  const index = objects.map(([ref], position) => {
    const pair = `${ref.objectNumber} ${at}`
    at += bodies[position]!.length + 1
    return pair
  })
  const head = latin(`${index.join(' ')} `)
  const data = deflateSync(Buffer.concat([head, ...bodies.flatMap((body) => [body, latin('\n')])]))
  const dict = `<< /Type /ObjStm /N ${objects.length} /First ${head.length} /Filter /FlateDecode /Length ${data.length} >>`
  return [latin(`${dict}\nstream\n`), data, latin('\nendstream')]
}

/** The cross-reference stream (ISO 32000-1, 7.5.8): one type byte, then two numbers per row. */
function crossReferences(
  context: PDFContext,
  entries: Map<number, Entry>,
  size: number,
): Uint8Array[] {
  const row = 1 + 5 + 2
  const table = Buffer.alloc(row * size)
  table.writeUInt16BE(65_535, 6)
  for (const [number, entry] of entries) {
    const at = row * number
    table[at] = entry.kind === 'at' ? 1 : 2
    table.writeUIntBE(entry.kind === 'at' ? entry.offset : entry.stream, at + 1, 5)
    table.writeUInt16BE(entry.kind === 'at' ? entry.generation : entry.index, at + 6)
  }
  const data = deflateSync(withoutRepeats(table, row))
  const { Root, Info, ID } = context.trailerInfo
  const trailer = [
    Root ? `/Root ${Root.toString()}` : '',
    Info instanceof PDFRef && entries.has(Info.objectNumber) ? `/Info ${Info.toString()}` : '',
    ID && !(ID instanceof PDFRef) ? `/ID ${ID.toString()}` : '',
  ].join(' ')
  const dict =
    `<< /Type /XRef /Size ${size} /W [1 5 2] /Index [0 ${size}] ${trailer} /Filter /FlateDecode ` +
    `/DecodeParms << /Predictor 12 /Columns ${row} >> /Length ${data.length} >>`
  return [latin(`${dict}\nstream\n`), data, latin('\nendstream')]
}

/** PNG's "up" predictor: adjacent rows differ little, so their differences compress well. */
function withoutRepeats(table: Buffer, row: number): Buffer {
  const rows = table.length / row
  const out = Buffer.alloc(table.length + rows)
  for (let index = 0; index < rows; index += 1) {
    out[index * (row + 1)] = 2
    for (let column = 0; column < row; column += 1) {
      const above = index === 0 ? 0 : table[(index - 1) * row + column]!
      out[index * (row + 1) + 1 + column] = table[index * row + column]! - above
    }
  }
  return out
}

function chunked(objects: Placed[]): Placed[][] {
  const chunks: Placed[][] = []
  for (let at = 0; at < objects.length; at += objectsPerStream) {
    chunks.push(objects.slice(at, at + objectsPerStream))
  }
  return chunks
}

function bytesOf(object: PDFObject): Uint8Array {
  const bytes = new Uint8Array(object.sizeInBytes())
  object.copyBytesInto(bytes, 0)
  return bytes
}

function sizeOf(parts: Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0)
}

function latin(text: string): Uint8Array {
  return Buffer.from(text, 'latin1')
}
