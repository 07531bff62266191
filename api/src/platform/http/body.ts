import type { Context } from 'hono'
import { nextTurn } from '../background/next-turn.ts'
import { Refusal } from '../../refusal.ts'
import { createPacedReader } from './body-pace.ts'
import type { AppEnv } from './request-context.ts'

/** In bytes: parsing a larger body holds up other requests, so it takes turns with other long work. */
const smallBody = 100_000

/** The request's JSON. Refuses another type (415), too many bytes (413) and invalid JSON (400). */
export async function jsonBody(c: Context<AppEnv>, limit: number): Promise<unknown> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    throw new Refusal(
      'unsupportedType',
      'This address accepts JSON: Content-Type: application/json.',
    )
  }
  const bytes = await limitedBody(c, limit)
  if (bytes.length > smallBody) await nextTurn()
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new Refusal('badRequest', 'The request’s body is not JSON.', { cause })
  }
}

/** The request's bytes, all of them at once. */
export async function limitedBody(c: Context<AppEnv>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of streamedBody(c, limit)) chunks.push(chunk)
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}

/**
 * The request's bytes, counted while they arrive, so a chunked body can't exceed its limit.
 * Meanwhile the request holds no slot; a body that arrives too slowly is refused.
 */
export async function* streamedBody(c: Context<AppEnv>, limit: number): AsyncGenerator<Uint8Array> {
  if (Number(c.req.header('content-length') ?? 0) > limit) throw tooLarge(limit)
  const stream = c.req.raw.body
  if (!stream) return
  const arrival = c.env.slot?.awaitBody(c.get('request').caller?.uid)
  const paced = arrival && createPacedReader(arrival.pace)
  let size = 0
  const reader = stream.getReader()
  try {
    for (;;) {
      const next = reader.read()
      const { done, value } = await (paced ? paced.read(next) : next)
      if (done) return arrival?.complete()
      size += value.byteLength
      if (size > limit) throw tooLarge(limit)
      yield value
    }
  } finally {
    arrival?.end()
    // Not canceled: that would close the connection before the caller has read why.
    reader.releaseLock()
  }
}

/** In units of 1,024, because limits are multiples of it. */
function tooLarge(limit: number): Refusal {
  const most =
    limit >= 1024 * 1024 ? `${Math.floor(limit / 1024 / 1024)} MB` : `${Math.ceil(limit / 1024)} KB`
  return new Refusal('tooLarge', `The request is too large: at most ${most} are accepted here.`)
}
