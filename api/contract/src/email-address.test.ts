import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { emailAddress } from './email-address.ts'

it('parses addresses into their comparable form', () => {
  expect(z.parse(emailAddress, ' Ada@Larkspur.Example')).toBe('ada@larkspur.example')
  expect(z.safeParse(emailAddress, '\u212a@larkspur.example').success).toBe(false)
})
