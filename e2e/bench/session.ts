import type { Page } from '@playwright/test'
import { createCall } from '@portal/remote-kit/client'

export const member = { email: 'maria.lopez@larkspur.example', password: 'larkspur-board-2026' }
const admin = {
  sub: 'bench-admin',
  email: 'ruth.abelman@larkspur.example',
  name: 'Ruth Abelman',
}

/**
 * Signs the sample member in through the portal's own sign-in endpoint and returns the ID token.
 */
export function memberToken(portalUrl: string): Promise<string> {
  return passwordToken(portalUrl, member)
}

/** The same for another account with a password. */
export function passwordToken(
  portalUrl: string,
  { email, password }: { email: string; password: string },
): Promise<string> {
  return token(portalUrl, 'signInWithPassword', { email, password })
}

/** The same for the sample admin, with the emulator's Google sign-in. */
export function adminToken(portalUrl: string): Promise<string> {
  return googleToken(portalUrl, admin)
}

/** The same for anyone, like Google's chooser. */
export function googleToken(
  portalUrl: string,
  person: { sub: string; email: string; name: string },
): Promise<string> {
  const postBody = new URLSearchParams({
    id_token: JSON.stringify({ ...person, email_verified: true }),
    providerId: 'google.com',
  })
  return token(portalUrl, 'signInWithIdp', { postBody: String(postBody), requestUri: portalUrl })
}

async function token(portalUrl: string, way: string, body: object): Promise<string> {
  const path = `/identitytoolkit.googleapis.com/v1/accounts:${way}?key=demo`
  const response = await fetch(`${portalUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, returnSecureToken: true }),
  })
  const { idToken } = (await response.json()) as { idToken?: string }
  if (!idToken) throw new Error(`Sign-in answered ${response.status}.`)
  return idToken
}

/** Signs the sample member or another person in through the sign-in screen. */
export async function signInByPassword(
  page: Page,
  path: string,
  { email, password } = member,
): Promise<void> {
  await page.goto(path)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in with Email & Password' }).click()
  await page.waitForURL((url) => url.pathname === path)
}

export function callWith(portalUrl: string, idToken: string) {
  return createCall({ baseUrl: portalUrl, token: async () => idToken })
}
