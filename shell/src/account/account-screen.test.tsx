import {
  type Assistant,
  changeAssistant,
  endAssistant,
  listOwnAssistants,
} from '@portal/contract/guests'
import type { Person } from '@portal/contract/portal'
import { eraseReading, exportReading, getReading, setReading } from '@portal/contract/reading'
import type { SignIn } from '@portal/contract/sign-ins'
import { PortalContext } from '@portal/remote-kit/portal'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { portalOf } from '../frame/portal-fixture.ts'
import { HostContext } from '../host.ts'
import { Component as AccountScreen } from './account-screen.tsx'

const mac: SignIn = {
  id: 'mac',
  device: 'Safari on macOS',
  startedAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: '2026-11-24T10:00:00.000Z',
  isCurrent: true,
}
const pad: SignIn = { ...mac, id: 'pad', device: 'Safari on iPad', isCurrent: false }

const ann: Assistant = {
  uid: 'ann',
  person: 'ann',
  name: 'Ann Aide',
  email: 'ann@elsewhere.example',
  since: '2026-11-20T10:00:00.000Z',
  assists: { person: 'maria', name: 'Maria Lopez' },
  mayReply: false,
}

type AccountOptions = {
  assistants?: Assistant[]
  person?: Partial<Person>
  isRequired?: boolean
  isUnreadable?: boolean
}

/** The screen with an API that has these sign-ins; with `fails`, it refuses every change. */
function open(
  found: SignIn[] = [mac, { ...pad, location: 'US, Oakland' }],
  { assistants = [], person = {}, isRequired = false, isUnreadable = false }: AccountOptions = {},
) {
  const world = { assistants, found, fails: false, isOn: true, isErased: false, isUnreadable }
  const call = vi.fn(async (endpoint: { method: string; path: string }, input?: unknown) => {
    if (endpoint === getReading && world.isUnreadable) throw new Error('No answer')
    if (endpoint === getReading) return { isOn: world.isOn, pace: 220, papers: [] }
    if (endpoint === exportReading && world.fails) throw new Error('No answer')
    if (endpoint === exportReading)
      return { isOn: true, papers: [{ documentId: 'budget' }], books: [] }
    if (endpoint === listOwnAssistants) return { assistants: world.assistants }
    if (endpoint.method === 'GET') return { signIns: world.found }
    if (world.fails) throw Object.assign(new Error('Not now.'), { name: 'ApiError' })
    if (endpoint === endAssistant) world.assistants = []
    if (endpoint === changeAssistant) {
      const { mayReply } = (input as { body: { mayReply: boolean } }).body
      world.assistants = world.assistants.map((each) => ({ ...each, mayReply }))
    }
    if (endpoint === eraseReading) world.isErased = true
    if (endpoint === setReading) world.isOn = (input as { body: { isOn: boolean } }).body.isOn
    const { id } = (input as { params?: { id?: string } } | undefined)?.params ?? {}
    world.found = world.found.filter((entry) => entry.id !== id)
    return undefined
  })
  const signOut = vi.fn()
  const reply = portalOf(person)
  reply.config.identity.secondFactorRequired = isRequired
  const confirm = vi.fn(async (code: string) => {
    if (code !== '123456') throw new Error('That code isn’t right.')
  })
  const setUp = { secret: 'ABCDEFGH', uri: 'otpauth://totp/x', confirm }
  const account = {
    startSetUp: vi.fn(async () => setUp),
    refreshReader: vi.fn(async () => {}),
  }
  const portal = { ...reply, call: call as never, toast: vi.fn(), report: vi.fn() }
  const host = {
    composition: reply.composition,
    loader: {} as never,
    reference: '1',
    async signOut(before?: () => Promise<unknown>) {
      await before?.()
      signOut()
    },
    ...account,
  }
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <PortalContext value={portal}>
        <HostContext value={host}>
          <AccountScreen />
        </HostContext>
      </PortalContext>
    </QueryClientProvider>,
  )
  return { world, call, signOut, confirm, ...account, toast: portal.toast, user: userEvent.setup() }
}
const devices = () => screen.findAllByRole('listitem')

describe('who reads for the reader', () => {
  it('may reply once the reader allows it, and no longer reads once they end it', async () => {
    const { call, user } = open([mac], { assistants: [ann] })
    expect(await screen.findByText('ann@elsewhere.example')).toBeDefined()
    await user.click(screen.getByRole('switch', { name: 'Ann Aide may reply for me' }))
    expect(call).toHaveBeenCalledWith(changeAssistant, {
      params: { uid: 'ann' },
      body: { mayReply: true },
    })
    await user.click(screen.getByRole('button', { name: 'End access of Ann Aide' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'End access of Ann Aide' }))
    await vi.waitFor(() => expect(screen.queryByText('Who reads for you')).toBeNull())
  })

  it('is nobody for guests and assistants, about whom nothing is kept that they read', async () => {
    const { call } = open([mac], { assistants: [ann], person: { kind: 'guest' } })
    expect(await screen.findByText('This device')).toBeDefined()
    expect(call).not.toHaveBeenCalledWith(listOwnAssistants, expect.anything(), expect.anything())
    expect(screen.queryByText('What you have read')).toBeNull()
  })
})

it('shows who is signed in, and where', async () => {
  open()
  expect(screen.getByText('maria.lopez@larkspur.example')).toBeDefined()
  const [own, other] = await devices()
  expect(within(own!).getByText('This device')).toBeDefined()
  expect(within(own!).getByText('In use now')).toBeDefined()
  expect(within(own!).queryByRole('button')).toBeNull()
  expect(
    within(other!).getByText(/^Last used 24 November 2026.* · near US, Oakland$/),
  ).toBeDefined()
})

it('signs out one device, and moves the focus to the heading', async () => {
  const { user, toast } = open()
  await user.click(await screen.findByRole('button', { name: 'Sign out of Safari on iPad' }))
  await vi.waitFor(async () => expect(await devices()).toHaveLength(1))
  expect(toast).toHaveBeenCalledWith('Safari on iPad is signed out.', { kind: 'good' })
  const heading = screen.getByRole('heading', { name: 'Where you’re signed in' })
  expect(document.activeElement).toBe(heading)
})

it('explains why a device couldn’t be signed out, and tries again', async () => {
  const { world, user } = open()
  world.fails = true
  const button = await screen.findByRole('button', { name: 'Sign out of Safari on iPad' })
  await user.click(button)
  expect(await screen.findByText('Not now.')).toBeDefined()
  world.fails = false
  await user.click(button)
  await vi.waitFor(async () => expect(await devices()).toHaveLength(1))
})

it('signs out everywhere, including this device, after confirmation', async () => {
  const { user, call, signOut } = open()
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: 'Sign out everywhere' }))
  await vi.waitFor(() => expect(signOut).toHaveBeenCalledOnce())
  expect(call.mock.calls.map(([{ path }]) => path)).toContain('/api/sign-ins/end-all')
})

it('stays signed in if signing out everywhere fails', async () => {
  const { world, user, signOut } = open()
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
  world.fails = true
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: 'Sign out everywhere' }))
  expect(await within(question).findByText('Not now.')).toBeDefined()
  expect(signOut).not.toHaveBeenCalled()
})

describe('two-step sign-in', () => {
  const off = { person: { secondFactor: { isOn: false } } }
  const on = { person: { secondFactor: { isOn: true } } }
  const button = (name: string) => screen.findByRole('button', { name })

  it('refers people who sign in with Google to Google', () => {
    open()
    expect(screen.getByText(/^You sign in with Google/)).toBeDefined()
    expect(screen.queryByRole('button', { name: /two-step/ })).toBeNull()
  })

  it('turns two-step sign-in on with a picture or a key, and a code', async () => {
    const { user, confirm, toast } = open([mac], off)
    await user.click(await button('Turn on two-step sign-in'))
    const dialog = await screen.findByRole('dialog', { name: 'Turn on two-step sign-in' })
    expect(within(dialog).getByRole('img', { name: /^QR code/ })).toBeDefined()
    expect(within(dialog).getByText('ABCD EFGH')).toBeDefined()
    expect(within(dialog).getByText(/If you ever lose your phone/)).toBeDefined()
    await user.type(within(dialog).getByLabelText('Code'), '999999{enter}')
    expect(await within(dialog).findByText('That code isn’t right.')).toBeDefined()
    await user.clear(within(dialog).getByLabelText('Code'))
    await user.type(within(dialog).getByLabelText('Code'), '123456{enter}')
    await vi.waitFor(() =>
      expect(toast).toHaveBeenCalledWith('Two-step sign-in is on.', { kind: 'good' }),
    )
    expect(confirm).toHaveBeenCalledTimes(2)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('explains why setting it up can’t begin, and tries again', async () => {
    const { user, startSetUp } = open([mac], off)
    startSetUp.mockRejectedValueOnce(new Error('First, please confirm your e-mail address.'))
    await user.click(await button('Turn on two-step sign-in'))
    expect(await screen.findByText('First, please confirm your e-mail address.')).toBeDefined()
    await user.click(await button('Turn on two-step sign-in'))
    expect(await screen.findByRole('dialog')).toBeDefined()
  })

  it('turns two-step sign-in off after confirmation, and shows a message if that fails', async () => {
    const { user, world, call, refreshReader, toast } = open([mac], on)
    expect(screen.getByText('On')).toBeDefined()
    await user.click(await button('Turn off two-step sign-in'))
    const question = await screen.findByRole('alertdialog')
    world.fails = true
    await user.click(within(question).getByRole('button', { name: 'Turn off' }))
    expect(await within(question).findByText('Not now.')).toBeDefined()
    expect(refreshReader).not.toHaveBeenCalled()
    world.fails = false
    await user.click(within(question).getByRole('button', { name: 'Turn off' }))
    await vi.waitFor(() => expect(refreshReader).toHaveBeenCalledOnce())
    expect(call.mock.calls.map(([{ path }]) => path)).toContain('/api/second-factor')
    expect(toast).toHaveBeenCalledWith('Two-step sign-in is off.', { kind: 'good' })
  })

  it('doesn’t offer to turn two-step sign-in off while it is required', () => {
    open([mac], { ...on, isRequired: true })
    expect(screen.getByText(/so it stays on/)).toBeDefined()
    expect(screen.queryByRole('button', { name: /Turn off/ })).toBeNull()
  })
})

it('shows nobody’s account to an admin who views as a member', async () => {
  open([mac], { person: { displayName: 'Ruth Abelman', viewsAs: 'member' } })
  await screen.findByText('Each member sees their own account here')
  expect(screen.queryByText('Safari on macOS')).toBeNull()
  expect(screen.queryByText(/Ruth/)).toBeNull()
})

describe('what the reader has read', () => {
  const remember = () => screen.findByRole('switch', { name: 'Remember what I read' })

  it('is no longer recorded once they switch that off', async () => {
    const { user, world } = open()
    expect((await remember()).getAttribute('aria-checked')).toBe('true')
    await user.click(await remember())
    expect(world.isOn).toBe(false)
    await vi.waitFor(async () =>
      expect((await remember()).getAttribute('aria-checked')).toBe('false'),
    )
  })

  it('is still recorded if the setting can’t be saved, and the reason is shown', async () => {
    const { user, world } = open()
    world.fails = true
    await user.click(await remember())
    expect(await screen.findByText('Not now.')).toBeDefined()
    expect((await remember()).getAttribute('aria-checked')).toBe('true')
  })

  it('shows that the setting can’t be loaded, and tries again on request', async () => {
    const { user, world } = open(undefined, { isUnreadable: true })
    expect(await screen.findByText('Failed to load your setting')).toBeDefined()
    expect(screen.queryByRole('switch', { name: 'Remember what I read' })).toBeNull()
    world.isUnreadable = false
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    expect((await remember()).getAttribute('aria-checked')).toBe('true')
  })

  it('can be downloaded as a file', async () => {
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      saved.push(file as Blob)
      return 'blob:1'
    })
    const { user } = open()
    await user.click(
      screen.getByRole('button', { name: 'Download what the portal keeps about my reading' }),
    )
    await vi.waitFor(() => expect(saved).toHaveLength(1))
    expect(JSON.parse(await saved[0]!.text())).toMatchObject({ papers: [{ documentId: 'budget' }] })
    vi.restoreAllMocks()
  })

  it('is erased after confirmation', async () => {
    const { user, world, toast } = open()
    await user.click(screen.getByRole('button', { name: 'Erase what I have read' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Erase what you have read?' })
    await user.click(within(dialog).getByRole('button', { name: 'Erase' }))
    await vi.waitFor(() => expect(toast).toHaveBeenCalled())
    expect(world.isErased).toBe(true)
  })
})
