import { hash } from 'node:crypto'
import * as z from 'zod/mini'

/** A place in a chain: the entry's number, from 1, and its SHA-256 in hex. */
export type ChainLink = { seq: number; hash: string }

/** The fields that tie an entry to the one before it. */
const chained = z.object({
  chain: z.string(),
  seq: z.number().check(z.int(), z.gte(1)),
  /** The hash of the entry before it; for the first one, of the entry that it joins. */
  previous: z.nullable(z.string()),
  /** Of a chain's first entry: the id of the newest entry when the chain was opened. */
  joins: z.optional(z.string()),
  hash: z.string(),
})
export type ChainFields = z.infer<typeof chained>

type Body = Record<string, unknown>

/** The position of an entry; undefined for entries from before there were chains. */
export function chainFieldsOf(body: Body): ChainFields | undefined {
  const { success, data } = z.safeParse(chained, body)
  return success ? data : undefined
}

/** The id of an entry. Ids sort by chain, chains by the time they were opened, and entries by number. */
export function entryId(chain: string, seq: number): string {
  return `${chain}-${String(seq).padStart(10, '0')}`
}

/** The chain and number in an entry's id. */
export function positionOf(id: string): { chain: string; seq: number } {
  const end = id.lastIndexOf('-')
  return { chain: id.slice(0, end), seq: Number(id.slice(end + 1)) }
}

/** The body as it is stored, with the hash of everything else in it. */
export function withHash(body: Body): Body & { hash: string } {
  // As it will be read back: without undefined values, and with dates as text.
  const plain = JSON.parse(JSON.stringify(body)) as Body
  return { ...plain, hash: bodyHash(plain) }
}

/** SHA-256 of the body as canonical JSON, without its own `hash` and what the store adds to every document. */
export function bodyHash(body: Body): string {
  const { id: _id, revision: _rev, updatedAt: _at, hash: _own, ...hashed } = body
  return hash('sha256', canonicalJson(hashed))
}

/** RFC 8785 for values read from JSON. Unlike its libraries it takes lone surrogates, which people can send. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = value as Body
  const names = Object.keys(fields).toSorted()
  const texts = names.map((name) => `${JSON.stringify(name)}:${canonicalJson(fields[name])}`)
  return `{${texts.join(',')}}`
}
