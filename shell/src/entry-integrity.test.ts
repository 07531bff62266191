import { expect, it } from 'vitest'
import { entryIntegrity } from './entry-integrity.ts'
import { stageOf } from './failure-stage.ts'

const integrity = `sha384-${'a'.repeat(64)}`
const release = { name: 'meetings', release: '1.0.0-a', entry: 'container.js', files: [] }
const whole = { ...release, files: [{ file: 'container.js', integrity, size: 1 }] }

it('checks a release’s script against its published integrity', () => {
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
    message: 'meetings@1.0.0-a has no integrity for container.js',
  })
  expect(stageOf(refused)).toBe('check')
})

it('checks nothing for a developer’s server', () => {
  expect(entryIntegrity({ ...whole, dev: true })).toBe('')
})
