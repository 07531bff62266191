import { contractVersion } from '@portal/contract/releases'
import { beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { sessionCopy } from './session-copy.ts'

const names = sessionCopy('names', z.array(z.string()))
const stored = () => sessionStorage.getItem('names')

beforeEach(() => sessionStorage.clear())

it('reads what a release of the same contract has stored for this reader', () => {
  names.keep('ruth', ['Ada'])
  expect(names.read('ruth')?.value).toEqual(['Ada'])
  expect(names.read('wei')).toBeUndefined()
  expect(stored()).toBeNull()
})

it('ignores what a release of another contract has stored, and leaves it', () => {
  names.keep('ruth', ['Ada'])
  const other = stored()!.replace(contractVersion, '9.0.0')
  sessionStorage.setItem('names', other)
  expect(names.read('ruth')).toBeUndefined()
  expect(stored()).toBe(other)
})

it('reads entries that were stored without a version', () => {
  sessionStorage.setItem('names', JSON.stringify({ at: 1, uid: 'ruth', value: ['Ada'] }))
  expect(names.read('ruth')).toEqual({ at: 1, uid: 'ruth', value: ['Ada'] })
})
