import { createCall } from '@portal/contract/client'

const password = { email: 'maria.lopez@larkspur.example', password: 'larkspur-board-2026' }

/** Signs the sample member in through the portal's own sign-in path and returns the ID token. */
export async function memberToken(portalUrl: string): Promise<string> {
  const path = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo'
  const response = await fetch(`${portalUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...password, returnSecureToken: true }),
  })
  const { idToken } = (await response.json()) as { idToken?: string }
  if (!idToken) throw new Error(`Signing in answered ${response.status}.`)
  return idToken
}

export function callWith(portalUrl: string, idToken: string) {
  return createCall({ baseUrl: portalUrl, token: async () => idToken })
}
