import { expect, it } from 'vitest'
import { tooOldNode } from './node-version.ts'

it('refuses a Node that is too old, in one sentence', () => {
  expect(tooOldNode('20.20.2')).toBe(
    'The portal command needs Node 24 or later, and this is Node 20.20.2.',
  )
  expect(tooOldNode('24.0.0')).toBeUndefined()
  expect(tooOldNode(process.versions.node)).toBeUndefined()
})
