import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { portalOf } from '../frame/portal-fixture.ts'
import { ChoosePasswordScreen } from './choose-password-screen.tsx'

afterEach(() => vi.unstubAllGlobals())

const email = 'maria.lopez@larkspur.example'
const refused = (status: number, error: string) =>
  Response.json(
    { type: 'x', title: 'x', status, detail: error, code: 'invalid', error, requestId: '1' },
    { status },
  )

function open(answer: (path: string, body: unknown) => Response) {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
    answer(url.replace('/api/identity/', ''), JSON.parse(init.body as string)),
  )
  render(<ChoosePasswordScreen config={portalOf().config} link="the-link" />)
  return userEvent.setup()
}

it('lets the person of a link choose a password, and leads to the sign-in', async () => {
  const sent: unknown[] = []
  const user = open((path, body) => {
    if (path === 'link') return Response.json({ email })
    sent.push(body)
    if (sent.length === 1) return refused(422, 'This password is one that many people use')
    return new Response(null, { status: 204 })
  })
  const field = await screen.findByLabelText('New password')
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe(email)
  await user.type(field, 'short')
  await user.click(screen.getByRole('button', { name: 'Set password' }))
  expect(screen.getByRole('alert').textContent).toBe('Password must be at least 8 characters long')
  expect(sent).toEqual([])
  await user.clear(field)
  await user.type(field, 'password2026{Enter}')
  expect(await screen.findByText(/one that many people use/)).toBeTruthy()
  await user.clear(field)
  await user.type(field, 'four words of a board{Enter}')
  const link = await screen.findByRole('link', { name: 'Sign in' })
  expect(link.getAttribute('href')).toBe('/login')
  expect(screen.getByRole('alert').textContent).toBe('')
  expect(sent.at(-1)).toEqual({ link: 'the-link', password: 'four words of a board' })
})

it('explains a link that can’t be used any more, and offers no field', async () => {
  const sentence = 'This link has been used or has expired.'
  open(() => refused(401, sentence))
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.queryByLabelText('New password')).toBeNull()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
  expect(screen.getByRole('link', { name: 'Contact your Board Liaison' })).toBeTruthy()
})
