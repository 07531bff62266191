import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { auditChainSuite } from './audit-chain-suite.ts'
import { canonicalJson, withHash, bodyHash } from './chain-entry.ts'

auditChainSuite('the audit’s chains on SQLite', () => {
  const store = openSqliteStore({ path: ':memory:' })
  let isClosed = false
  const close = async () => {
    if (isClosed) return
    isClosed = true
    await store.close()
  }
  return { open: async () => ({ ...store, close }) }
})

it('writes equal values as the same canonical JSON, regardless of the order of their fields', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'é' }], a: true })).toBe(
    '{"a":true,"b":[1,{"c":"é","d":null}]}',
  )
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

it('hashes an entry as it is read back', () => {
  const entry = withHash({ at: new Date(0), before: undefined, after: { title: '\ud800', n: -0 } })
  const stored: unknown = JSON.parse(JSON.stringify(entry))
  expect(bodyHash(stored as Record<string, unknown>)).toBe(entry.hash)
})
