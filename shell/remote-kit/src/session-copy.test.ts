import { contractVersion } from '@portal/contract/releases'
import { beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { sessionCopy } from './session-copy.ts'

const names = sessionCopy('names', z.array(z.string()))
const stored = () => sessionStorage.getItem('names')

beforeEach(() => sessionStorage.clear())

it('reads what this release has stored for this reader', () => {
  names.keep('ruth', ['Ada'])
  expect(names.read('ruth')?.value).toEqual(['Ada'])
  expect(names.read('wei')).toBeUndefined()
  expect(stored()).toBeNull()
})

it('reads what a release of another minor version has stored, as outdated', () => {
  names.keep('ruth', ['Ada'])
  sessionStorage.setItem('names', stored()!.replace(contractVersion, '1.0.0'))
  expect(names.read('ruth')).toEqual({ at: 0, value: ['Ada'] })
  expect(names.read('wei')).toBeUndefined()
  expect(stored()).toBeNull()
})

it('ignores what a release of another minor version has stored if it can’t be read, and leaves it', () => {
  names.keep('ruth', ['Ada'])
  const other = stored()!.replace(contractVersion, '1.99.0').replace('["Ada"]', '[{}]')
  sessionStorage.setItem('names', other)
  expect(names.read('ruth')).toBeUndefined()
  expect(stored()).toBe(other)
})

it('ignores what a release of another major version has stored, and leaves it', () => {
  names.keep('ruth', ['Ada'])
  const other = stored()!.replace(contractVersion, '9.0.0')
  sessionStorage.setItem('names', other)
  expect(names.read('ruth')).toBeUndefined()
  expect(stored()).toBe(other)
})

it('reads entries that were stored without a version', () => {
  sessionStorage.setItem('names', JSON.stringify({ at: 1, uid: 'ruth', value: ['Ada'] }))
  expect(names.read('ruth')).toEqual({ at: 1, value: ['Ada'] })
})
