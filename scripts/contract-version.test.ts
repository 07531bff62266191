import { expect, it } from 'vitest'
import { isReleased, versionWithAdditions } from './contract-version.ts'

const released = ['1.21.0', '1.22.0']

it('keeps the version of a contract that isn’t released, however often it grows', () => {
  expect(versionWithAdditions('1.23.0', released)).toBe('1.23.0')
})

it('raises the version by a minor with the first addition after a release', () => {
  expect(versionWithAdditions('1.22.0', released)).toBe('1.23.0')
})

it('counts a version as released once its data is recorded', () => {
  expect(isReleased('1.22.0')).toBe(true)
  expect(isReleased('1.999.0')).toBe(false)
})
