import { createHash } from 'node:crypto'
import type { Endpoint, Reply } from '@portal/contract/endpoint'
import { brotli } from './conditional.ts'
import { nextTurn } from '../background/next-turn.ts'
import * as z from 'zod/mini'
import { Refusal } from '../../refusal.ts'

/** A reply as it is sent: validated, serialized and tagged. */
export type Prepared = {
  body: Buffer<ArrayBuffer>
  etag: string
  /** The body in Brotli, compressed on first use. */
  compressed: () => Promise<Buffer<ArrayBuffer>>
}

type Options = {
  /** More isn't sent; refuses with `tooLarge`. */
  mostBytes: number
  /** The reply has exactly the fields of its schema, and was validated when it was stored. */
  isStripped?: boolean | undefined
}

/** Strips the reply to the endpoint's schema and serializes it, without blocking other requests. */
export async function prepare<E extends Endpoint>(
  endpoint: E,
  reply: Reply<E>,
  options: Options,
): Promise<Prepared> {
  const body = Buffer.from(await jsonInPieces(endpoint.reply, reply, options))
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 27)
  let compressed: Promise<Buffer<ArrayBuffer>> | undefined
  return {
    body,
    // Weak, because the compressed body has the same tag.
    etag: `W/"${tag}"`,
    compressed: () => (compressed ??= brotli(body)),
  }
}

/** Prepares each reply object once. For services that return the same object until its content changes. */
export function prepareOnce<E extends Endpoint>(
  endpoint: E,
  options: Options,
): (reply: Reply<E> & object) => Promise<Prepared> {
  const known = new WeakMap<object, Promise<Prepared>>()
  return (reply) => {
    const cached = known.get(reply)
    if (cached) return cached
    const prepared = prepare(endpoint, reply, options)
    known.set(reply, prepared)
    prepared.catch(() => known.delete(reply))
    return prepared
  }
}

type Schema = z.core.$ZodType

/** How many letters are written before other requests get their turn, in about a millisecond. */
const lettersPerTurn = 100_000

/**
 * A reply as JSON, stripped to its schema unless it is already. The entries of its lists are validated and serialized one
 * by one, so that a long list doesn't keep other requests waiting.
 */
export async function jsonInPieces(
  schema: Schema | undefined,
  reply: unknown,
  {
    isStripped = false,
    mostBytes = Infinity,
  }: { isStripped?: boolean | undefined; mostBytes?: number } = {},
): Promise<string> {
  const pieces: string[] = []
  let letters = 0
  let bytes = 0
  const write = async (text: string) => {
    pieces.push(text)
    letters += text.length
    bytes += Buffer.byteLength(text)
    if (bytes > mostBytes) throw tooLong()
    if (letters < lettersPerTurn) return
    letters = 0
    await nextTurn()
  }
  const stripped = (of: Schema | undefined, value: unknown) =>
    of && !isStripped ? z.parse(of, value) : value

  const writeList = async (list: readonly unknown[], element: Schema) => {
    await write('[')
    for (const [index, entry] of list.entries()) {
      const text = JSON.stringify(stripped(element, entry)) ?? 'null'
      await write(index === 0 ? text : `,${text}`)
    }
    await write(']')
  }

  const element = schema && elementOf(schema)
  if (element && Array.isArray(reply)) {
    await writeList(reply, element)
    return pieces.join('')
  }
  const lists = schema ? listsIn(schema, reply) : []
  if (lists.length === 0) {
    await write(JSON.stringify(stripped(schema, reply)))
    return pieces.join('')
  }
  const emptied = Object.fromEntries(lists.map(({ key }) => [key, []]))
  const rest = stripped(schema, { ...(reply as object), ...emptied }) as Record<string, unknown>
  const byKey = new Map(lists.map((list) => [list.key, list]))
  await write('{')
  let isFirst = true
  for (const [key, value] of Object.entries(rest)) {
    if (value === undefined) continue
    const name = `${isFirst ? '' : ','}${JSON.stringify(key)}:`
    isFirst = false
    const list = byKey.get(key)
    await write(list ? name : `${name}${JSON.stringify(value)}`)
    if (list) await writeList(list.entries, list.element)
  }
  await write('}')
  return pieces.join('')
}

function tooLong(): Refusal {
  return new Refusal(
    'tooLarge',
    'This has become too long to be sent. Please tell the portal’s operator.',
  )
}

/** The lists directly in a reply that have entries. */
function listsIn(
  schema: Schema,
  reply: unknown,
): { key: string; entries: readonly unknown[]; element: Schema }[] {
  const { def } = schema._zod
  if (!isObject(def) || def.checks?.length || typeof reply !== 'object' || reply === null) return []
  return Object.entries(def.shape).flatMap(([key, part]) => {
    const entries = (reply as Record<string, unknown>)[key]
    const element = elementOf(part)
    return element && Array.isArray(entries) && entries.length > 0
      ? [{ key, entries, element }]
      : []
  })
}

/** The schema of a list's entries; undefined for anything else, and for lists with rules of their own. */
function elementOf(schema: Schema): Schema | undefined {
  const { def } = schema._zod
  if (isOptional(def)) return elementOf(def.innerType)
  return isList(def) && !def.checks?.length ? def.element : undefined
}

const isObject = (def: z.core.$ZodTypeDef): def is z.core.$ZodObjectDef => def.type === 'object'

const isList = (def: z.core.$ZodTypeDef): def is z.core.$ZodArrayDef => def.type === 'array'

const isOptional = (def: z.core.$ZodTypeDef): def is z.core.$ZodOptionalDef =>
  def.type === 'optional'
