import type { Stored } from '../store/document-store.ts'
import { AuditBreak } from './audit-collections.ts'
import { bodyHash, type ChainFields, chainFieldsOf, entryId } from './chain-entry.ts'

type Entry = Stored<Record<string, unknown>>

/**
 * The position of an entry, or undefined if it has none because it is from before there were chains. Throws an
 * `AuditBreak` for an entry that was changed or is in another's place.
 */
export function checkedPosition(entry: Entry): ChainFields | undefined {
  const fields = chainFieldsOf(entry)
  if (!fields) return undefined
  if (bodyHash(entry) !== fields.hash) {
    throw new AuditBreak('changed', entry.id, `${entryName(entry)} has been changed.`)
  }
  if (entry.id === entryId(fields.chain, fields.seq)) return fields
  const own = entryId(fields.chain, fields.seq)
  throw new AuditBreak('reordered', entry.id, `${entryName(entry)} is in the place of ${own}.`)
}

/** Throws an `AuditBreak` unless an entry follows from the one before it in its chain, if there is one. */
export function checkFollows(
  entry: Entry,
  fields: ChainFields,
  before: ChainFields | undefined,
): void {
  if (!before) return
  if (fields.seq !== before.seq + 1) throw missingBefore(entry, fields, before.seq)
  if (fields.previous === before.hash) return
  const rewritten = entryId(before.chain, before.seq)
  throw new AuditBreak(
    'rewritten',
    rewritten,
    `Entry ${rewritten} has been rewritten: ${entryName(entry)}, which follows it, names another hash.`,
  )
}

export function missingBefore(entry: Entry, { chain, seq }: ChainFields, last: number): AuditBreak {
  const from = entryId(chain, last + 1)
  const gone =
    seq - last === 2 ? `Entry ${from} is` : `Entries ${from} to ${entryId(chain, seq - 1)} are`
  return new AuditBreak('missing', from, `${gone} missing before ${entryName(entry)}.`)
}

/** `Entry 0199…-0000000007 of 2026-11-20T10:00:00.000Z` */
export function entryName({ id, at }: Entry): string {
  return `Entry ${id}${typeof at === 'string' ? ` of ${at}` : ''}`
}
