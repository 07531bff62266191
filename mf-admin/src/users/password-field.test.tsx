import { useQueryClient } from '@portal/remote-kit/query'
import { defineRemote } from '@portal/remote-kit/remote'
import { renderRemote } from '@portal/remote-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { passwordStrength, usePasswordFault } from './password-field.tsx'

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

function Field() {
  const [typed, setTyped] = useState('')
  usePasswordFault(typed, { email: '' })
  const list = useQueryClient().getQueryState<Set<string>>(['admin', 'common-passwords'])
  return (
    <input
      aria-label="Password"
      data-list={list?.data ? 'loaded' : list?.fetchStatus}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  )
}

it('loads the list of common passwords with the first character', async () => {
  const routes = [{ path: '/field', element: <Field /> }]
  await renderRemote(defineRemote({ name: 'field', navigation: [], owns: ['/field'], routes }), {
    path: '/field',
  })
  const field = await screen.findByLabelText('Password')
  await userEvent.click(field)
  expect(field.dataset['list']).toBe('idle')
  await userEvent.keyboard('b')
  await waitFor(() => expect(field.dataset['list']).toBe('loaded'))
})
