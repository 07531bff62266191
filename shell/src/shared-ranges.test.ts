import { firstUnmet, satisfies } from '@portal/domain/version-ranges'
import { expect, it } from 'vitest'

it('accepts a newer minor of the same major, never an older or another major', () => {
  expect(satisfies('19.4.0', '^19.3.0')).toBe(true)
  expect(satisfies('19.3.1', '^19.3.0')).toBe(true)
  expect(satisfies('19.2.9', '^19.3.0')).toBe(false)
  expect(satisfies('20.0.0', '^19.3.0')).toBe(false)
})

it('refuses a range it cannot read', () => {
  expect(satisfies('19.3.0', '*')).toBe(false)
  expect(satisfies('19.3.0', 'catalog:')).toBe(false)
})

it('names what is missing', () => {
  expect(
    firstUnmet({ react: '^19.0.0', '@portal/shared-ui/new': '^1.0.0' }, { react: ['19.3.1'] }),
  ).toBe('@portal/shared-ui/new@^1.0.0')
})
