import { expect, it } from 'vitest'
import { entryIntegrity } from './entry-integrity.ts'
import { stageOf } from './failure-stage.ts'

const integrity = `sha384-${'a'.repeat(64)}`
const release = { name: 'meetings', release: '1.0.0-a', entry: 'container.js', files: [] }
const whole = { ...release, files: [{ file: 'container.js', integrity, size: 1 }] }

it('holds a release’s script to what it was when it was published', () => {
  expect(entryIntegrity(whole)).toBe(integrity)
})

it.each([
  ['isn’t listed', release],
  ['is listed without one', { ...whole, files: [{ ...whole.files[0]!, integrity: '' }] }],
])('runs nothing of a release whose script %s', (_, odd) => {
  let refused: unknown
  try {
    entryIntegrity(odd)
  } catch (error) {
    refused = error
  }
  expect(refused).toMatchObject({
    message: 'meetings@1.0.0-a doesn’t say what container.js must be',
  })
  expect(stageOf(refused)).toBe('check')
})

it('holds a developer’s server to nothing', () => {
  expect(entryIntegrity({ ...whole, dev: true })).toBe('')
})
