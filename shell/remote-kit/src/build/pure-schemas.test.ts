import { createRequire } from 'node:module'
import { expect, it } from 'vitest'

const pureSchemas = createRequire(import.meta.url)('./pure-schemas.cjs') as (text: string) => string

const endpoint = `export const listThings = endpoint({
  method: 'GET',
  callers: 'members',
  summary:
    'The things, one’s own \\'too\\'.',
  reply: z.array(thing),
})
export const thing = z.object({ summary: z.string(), of: 'summary: none' })
`

it('marks schemas and leaves out what only the API reads, without moving a line', () => {
  const lines = pureSchemas(endpoint).split('\n')
  expect(lines).toHaveLength(endpoint.split('\n').length)
  expect(lines[0]).toBe('export const listThings = /*#__PURE__*/ endpoint({')
  expect(lines.slice(2, 5)).toEqual(['', '', ''])
  expect(lines[5]).toBe('  reply: /*#__PURE__*/ z.array(thing),')
  expect(lines[7]).toContain("summary: /*#__PURE__*/ z.string(), of: 'summary: none'")
})
