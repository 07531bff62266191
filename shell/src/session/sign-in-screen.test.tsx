import type { PortalConfig } from '@portal/contract/portal'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { SignInScreen } from './sign-in-screen.tsx'

const config: PortalConfig = {
  foundation: {
    name: 'Larkspur Foundation',
    domain: 'larkspur.example',
    timeZone: 'America/Los_Angeles',
    liaisonEmail: 'liaison@larkspur.example',
  },
  identity: { kind: 'firebase', apiKey: 'k', authDomain: 'd', projectId: 'p' },
  embedHosts: [],
}

function open(signIn = vi.fn(async () => {}), identity = config.identity) {
  render(<SignInScreen config={{ ...config, identity }} signIn={signIn} />)
  return { signIn, user: userEvent.setup() }
}

describe('sign-in', () => {
  it('welcomes the reader, and says who has access and whom to contact', () => {
    open()
    for (const sentence of [
      'Access your Board Portal',
      "Access is restricted to the foundation's e-mail addresses only",
      'Contact your Board Liaison if you need an account',
    ])
      expect(screen.getByText(sentence)).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome' })).toBeTruthy()
    const help = screen.getByRole('link', { name: 'Contact your Board Liaison' })
    expect(help.parentElement!.textContent).toBe('Need help? Contact your Board Liaison')
    expect(help.getAttribute('href')).toMatch(/^mailto:liaison@larkspur\.example\?subject=/)
  })

  it('requires both fields before it calls the provider', async () => {
    const { signIn, user } = open()
    await user.type(screen.getByLabelText('E-mail'), 'maria.lopez@larkspur.example')
    await user.click(screen.getByRole('button', { name: 'Sign in with Email & Password' }))
    expect(await screen.findByText('Please enter both email and password')).toBeTruthy()
    expect(signIn).not.toHaveBeenCalled()
  })

  it('passes e-mail and password on, and shows that it is busy', async () => {
    const { signIn, user } = open(vi.fn(() => new Promise<void>(() => {})))
    await user.type(screen.getByLabelText('E-mail'), ' maria.lopez@larkspur.example ')
    await user.type(screen.getByLabelText('Password'), 'larkspur-board-2026')
    await user.click(screen.getByRole('button', { name: 'Sign in with Email & Password' }))
    expect(signIn).toHaveBeenCalledWith({
      kind: 'password',
      email: 'maria.lopez@larkspur.example',
      password: 'larkspur-board-2026',
    })
    expect(await screen.findByRole('button', { name: 'Signing in...' })).toBeTruthy()
  })

  it('shows the message of a failure and keeps what was typed', async () => {
    const { user } = open(
      vi.fn(() => Promise.reject(new Error('Incorrect password. Please try again.'))),
    )
    await user.type(screen.getByLabelText('E-mail'), 'a@larkspur.example')
    await user.type(screen.getByLabelText('Password'), 'wrong{enter}')
    const sentence = await screen.findByText('Incorrect password. Please try again.')
    expect(sentence.closest('.bad')).toBeTruthy()
    expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'a@larkspur.example')
  })

  it('opens Google’s popup', async () => {
    const { signIn, user } = open()
    await user.click(screen.getByRole('button', { name: 'Sign in with Google' }))
    expect(signIn).toHaveBeenCalledWith({ kind: 'google' })
  })

  it('says when identities are local, and only then', () => {
    open(undefined, { ...config.identity, kind: 'emulator' })
    expect(screen.getByText('Identities are local.')).toBeTruthy()
    cleanup()
    open()
    expect(screen.queryByText('Identities are local.')).toBeNull()
  })
})
