import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'

/** A row of the table `documents`. */
export type DocumentRow = {
  collection: string
  id: string
  revision: number
  updated_at: string
  body: string
}

/** How many characters the checksum adds to a body. */
export const checksumLength = 16

/** JSON's white space; each character has two bits of the checksum. */
const digits = [' ', '\t', '\n', '\r']
const byteTexts = Array.from({ length: 256 }, (_, byte) =>
  [0, 2, 4, 6].map((bits) => digits[(byte >>> bits) & 3]).join(''),
)

/**
 * The body with a checksum of the whole row behind it, as white space: every JSON parser ignores it, so an earlier
 * release reads the document, and drops the checksum when it changes the body.
 */
export function withChecksum(row: DocumentRow): string {
  return row.body + checksumOf(row, row.body)
}

/** Whether a row is as it was written. A row of an earlier release has no checksum and counts as intact. */
export function isIntact(row: DocumentRow): boolean {
  const { body } = row
  if (body.endsWith('}')) return true
  return checksumOf(row, body.slice(0, -checksumLength)) === body.slice(-checksumLength)
}

function checksumOf(row: DocumentRow, body: string): string {
  const { collection, id, revision, updated_at: updatedAt } = row
  const sum = crc32(`${collection}\n${id}\n${revision}\n${updatedAt}\n${body}`)
  const byte = (bits: number) => byteTexts[(sum >>> bits) & 255]!
  return byte(0) + byte(8) + byte(16) + byte(24)
}

/** How many documents of each collection aren't as they were written. Reads all of them. */
export function damagedDocuments(db: DatabaseSync): Map<string, number> {
  const damaged = new Map<string, number>()
  const rows = db.prepare('SELECT collection, id, revision, updated_at, body FROM documents')
  for (const row of rows.iterate() as Iterable<DocumentRow>) {
    if (isIntact(row)) continue
    damaged.set(row.collection, (damaged.get(row.collection) ?? 0) + 1)
  }
  return damaged
}
