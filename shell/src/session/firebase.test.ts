import type { PortalConfig } from '@portal/contract/portal'
import { expect, it, vi } from 'vitest'
import { openIdentity } from './firebase.ts'

/** The SDK of a page that has just loaded: it hasn't read who is signed in yet. */
const auth = vi.hoisted(() => ({
  currentUser: null as null | object,
  async authStateReady() {
    await new Promise((resolve) => setTimeout(resolve))
    auth.currentUser = { getIdTokenResult: async () => ({ signInProvider: 'google.com' }) }
  },
}))
vi.mock('firebase/app', () => ({ initializeApp: () => ({}) }))
vi.mock('firebase/auth', async (original) => ({
  ...(await original<typeof import('firebase/auth')>()),
  initializeAuth: () => auth,
}))

it('waits until the SDK knows who is signed in on this device', async () => {
  const identity = { kind: 'firebase', apiKey: 'key', authDomain: 'a.example', projectId: 'p' }
  const config = { identity, foundation: { name: 'Larkspur Foundation' } } as PortalConfig
  expect(await openIdentity(config).signedInBy()).toBe('google')
})
