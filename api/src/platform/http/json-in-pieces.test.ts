import { setImmediate as nextTurn } from 'node:timers/promises'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { jsonInPieces } from './prepared.ts'

const entry = z.object({ id: z.string(), text: z.optional(z.string()) })
const page = z.object({
  first: z.string(),
  entries: z.array(entry),
  more: z.optional(z.array(entry)),
  bounded: z.optional(z.array(z.number()).check(z.maxLength(3))),
  next: z.optional(z.string()),
})

const anEntry = fc.record(
  { id: fc.string(), text: fc.string(), secret: fc.string() },
  { requiredKeys: ['id'] },
)
const aPage = fc.record(
  {
    secret: fc.string(),
    first: fc.string(),
    entries: fc.array(anEntry),
    more: fc.array(anEntry),
    bounded: fc.array(fc.integer(), { maxLength: 3 }),
    next: fc.constantFrom('a', undefined),
  },
  { requiredKeys: ['first', 'entries'] },
)

describe('a reply in pieces', () => {
  it('is the JSON of the whole, without fields that the schema doesn’t have', async () => {
    await fc.assert(
      fc.asyncProperty(aPage, async (reply) => {
        const text = await jsonInPieces(page, reply)
        expect(text).toBe(JSON.stringify(z.parse(page, reply)))
        expect(await jsonInPieces(z.array(entry), reply.entries)).toBe(
          JSON.stringify(z.parse(z.array(entry), reply.entries)),
        )
        expect(JSON.parse(await jsonInPieces(page, reply, { isStripped: true }))).toEqual(
          JSON.parse(JSON.stringify(reply)),
        )
      }),
    )
  })

  it.each([
    ['an entry', { first: '', entries: [{ id: 1 }] }],
    ['a list that isn’t one', { first: '', entries: {} }],
    ['a missing list', { first: '' }],
    ['a list that is too long', { first: '', entries: [], bounded: [1, 2, 3, 4] }],
  ])('is refused when the schema doesn’t allow it: %s', async (_, reply) => {
    await expect(jsonInPieces(page, reply)).rejects.toThrow(z.core.$ZodError)
  })

  it('isn’t made if it is longer than its endpoint may send', async () => {
    const reply = { first: '', entries: [{ id: 'é'.repeat(100) }] }
    const { byteLength } = Buffer.from(await jsonInPieces(page, reply))
    await jsonInPieces(page, reply, { mostBytes: byteLength })
    for (const [schema, value] of [
      [page, reply],
      [entry, reply.entries[0]],
      [undefined, reply],
    ] as const) {
      await expect(jsonInPieces(schema, value, { mostBytes: 200 })).rejects.toMatchObject({
        code: 'tooLarge',
      })
    }
  })

  it('lets other requests run while a long list is serialized', async () => {
    const entries = Array.from({ length: 400 }, (_, n) => ({ id: `${n}`, text: 'x'.repeat(5000) }))
    let turns = 0
    const counting = new AbortController()
    const count = async () => {
      while (!counting.signal.aborted) {
        await nextTurn()
        turns += 1
      }
    }
    const made = jsonInPieces(page, { first: '', entries }).finally(() => counting.abort())
    await count()
    expect((await made).length).toBeGreaterThan(2_000_000)
    expect(turns).toBeGreaterThan(10)
  })
})
