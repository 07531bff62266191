import type { PortalConfig } from '@portal/contract/portal'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { SecondStep } from './second-step.ts'
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

type SignIn = () => Promise<SecondStep | undefined>

function open(signIn = vi.fn<SignIn>(async () => undefined), identity = config.identity) {
  render(<SignInScreen config={{ ...config, identity }} signIn={signIn} />)
  return { signIn, user: userEvent.setup() }
}

describe('sign-in', () => {
  it('welcomes the reader, and shows who has access and whom to contact', () => {
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

  it('offers the provider of a portal with its own accounts by its name, and none if there is none', () => {
    const own = { ...config.identity, kind: 'portal' as const }
    open(undefined, { ...own, providerName: 'Larkspur' })
    expect(screen.getByRole('button', { name: 'Sign in with Larkspur' })).toBeTruthy()
    cleanup()
    open(undefined, { ...own, providerName: 'Google' })
    expect(screen.getByRole('button', { name: 'Sign in with Google' })).toBeTruthy()
    cleanup()
    open(undefined, own)
    expect(screen.getAllByRole('button', { name: /^Sign in with/ })).toHaveLength(1)
    expect(screen.queryByText('or with your e-mail')).toBeNull()
  })

  it('shows that the reader’s link opens a preview', () => {
    render(<SignInScreen config={config} awaitsPreview signIn={vi.fn<SignIn>()} />)
    expect(
      screen.getByText(
        'Your link opens a preview of this portal: sign in as the person it was sent to.',
      ),
    ).toBeTruthy()
  })

  it('shows the foundation’s picture, and its logo next to its name', () => {
    const foundation = {
      ...config.foundation,
      logoUrl: '/branding/logo.1.webp',
      logoSize: { width: 140, height: 240 },
      signInPictureUrl: '/branding/sign-in.1.webp',
    }
    const { container } = render(
      <SignInScreen config={{ ...config, foundation }} signIn={vi.fn<SignIn>()} />,
    )
    const pictures = [...container.querySelectorAll('img')]
    expect(pictures.map((img) => [img.getAttribute('src'), img.alt])).toEqual([
      ['/branding/sign-in.1.webp', ''],
      ['/branding/logo.1.webp', ''],
    ])
    expect(screen.getByText('Larkspur Foundation')).toBeTruthy()
  })

  it('requires both fields before it calls the provider', async () => {
    const { signIn, user } = open()
    await user.type(screen.getByLabelText('E-mail'), 'maria.lopez@larkspur.example')
    await user.click(screen.getByRole('button', { name: 'Sign in with Email & Password' }))
    expect(await screen.findByText('Please enter both email and password')).toBeTruthy()
    expect(signIn).not.toHaveBeenCalled()
  })

  it('passes e-mail and password on, and shows that it is busy', async () => {
    const { signIn, user } = open(vi.fn<SignIn>(() => new Promise(() => {})))
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

  it('shows that identities are local, and only then', () => {
    open(undefined, { ...config.identity, kind: 'emulator' })
    expect(screen.getByText('Identities are local.')).toBeTruthy()
    expect(screen.queryByText(/sample/)).toBeNull()
    cleanup()
    open(undefined, { ...config.identity, kind: 'emulator', sampleAccounts: [] })
    expect(screen.getByText(/runs on sample accounts/)).toBeTruthy()
    cleanup()
    open()
    expect(screen.queryByText('Identities are local.')).toBeNull()
  })
})

describe('the second step', () => {
  const enterPassword = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.type(screen.getByLabelText('E-mail'), 'maria.lopez@larkspur.example')
    await user.type(screen.getByLabelText('Password'), 'larkspur-board-2026{enter}')
  }
  const openCode = async (giveCode: (code: string) => Promise<void>) => {
    const opened = open(vi.fn<SignIn>(async () => ({ kind: 'code', giveCode })))
    await enterPassword(opened.user)
    return { ...opened, field: await screen.findByLabelText('Code') }
  }

  it('asks for the code with the focus on it, for phones and password managers', async () => {
    const { field } = await openCode(vi.fn())
    expect(document.activeElement).toBe(field)
    expect(field).toHaveProperty('autocomplete', 'one-time-code')
    expect(field).toHaveProperty('inputMode', 'numeric')
    expect(screen.getByText(/it shows 6 digits for this portal/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ask your Board Liaison' })).toBeTruthy()
  })

  it('accepts the space that apps show in the middle', async () => {
    const giveCode = vi.fn(async () => {})
    const { user, field } = await openCode(giveCode)
    await user.type(field, '123 456{enter}')
    expect(giveCode).toHaveBeenCalledWith('123456')
  })

  it('asks for six digits before it calls the provider', async () => {
    const giveCode = vi.fn(async () => {})
    const { user, field } = await openCode(giveCode)
    await user.type(field, '1234{enter}')
    expect(await screen.findByText('Please type the 6 digits of the code')).toBeTruthy()
    expect(giveCode).not.toHaveBeenCalled()
  })

  it('shows that a code is wrong, and lets the next one be typed over it', async () => {
    const giveCode = vi.fn<(code: string) => Promise<void>>()
    giveCode.mockRejectedValueOnce(new Error('That code isn’t right.'))
    const { user, field } = await openCode(giveCode)
    await user.type(field, '111111{enter}')
    expect(await screen.findByText('That code isn’t right.')).toBeTruthy()
    await user.keyboard('222222{enter}')
    expect(giveCode.mock.calls).toEqual([['111111'], ['222222']])
  })

  it('goes back to the password', async () => {
    const { user } = await openCode(vi.fn())
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'maria.lopez@larkspur.example')
    expect(screen.queryByLabelText('Code')).toBeNull()
  })

  it('guides the reader through setting up an app if one is required', async () => {
    const confirm = vi.fn(async () => {})
    const cancel = vi.fn(async () => {})
    const setUp = { secret: 'ABCDEFGHIJ', uri: 'otpauth://totp/x?secret=ABCDEFGHIJ', confirm }
    const { user } = open(vi.fn<SignIn>(async () => ({ kind: 'set up', setUp, cancel })))
    await enterPassword(user)
    expect(await screen.findByText(/One more step, once/)).toBeTruthy()
    expect(screen.getByRole('img', { name: /^QR code/ })).toBeTruthy()
    expect(screen.getByText('ABCD EFGH IJ')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open it here' }).getAttribute('href')).toBe(setUp.uri)
    await user.type(screen.getByLabelText('Code'), '123456{enter}')
    expect(confirm).toHaveBeenCalledWith('123456')
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce())
    expect(await screen.findByLabelText('E-mail')).toBeTruthy()
  })
})
