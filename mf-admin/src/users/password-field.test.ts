import { expect, it } from 'vitest'
import { passwordStrength } from './password-field.tsx'

it.each([
  ['', 0, 'Weak'],
  ['abcdefg', 1, 'Weak'],
  ['aB3!', 4, 'Fair'],
  ['abcdefgh', 3, 'Fair'],
  ['abcdefgH', 4, 'Fair'],
  ['abcdefG1', 5, 'Good'],
  ['abcdeG1!', 6, 'Strong'],
  ['änderUng 1', 6, 'Strong'],
] as const)('gives “%s” %i points: %s', (password, points, label) => {
  expect(passwordStrength(password)).toMatchObject({ points, label })
})

it('gives two points for eight characters, one for each kind of character, and says what is missing', () => {
  expect(passwordStrength('abc1').missing).toEqual([
    'at least 8 characters',
    'an uppercase letter',
    'a special character',
  ])
  expect(passwordStrength('abcdeG1!').missing).toEqual([])
})
