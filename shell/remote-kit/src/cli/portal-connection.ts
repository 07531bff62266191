import { type Call, createCall } from '@portal/contract/client'
import { CommandFailure } from './command.ts'
import { patientFetch } from './patient-fetch.ts'

/** A running portal, asked with a release token. */
export type PortalConnection = {
  /** Without a slash at its end. */
  url: string
  call: Call
  /** What has bytes for an answer, asked with the token. */
  ask: (method: 'GET' | 'HEAD', path: string) => Promise<Response>
  /** A public file, by its path and in this encoding where it is there: no token is sent. */
  file: (path: string, encoding: string) => Promise<Response>
}

type Environment = Record<string, string | undefined>

/** The portal that `PORTAL_URL` names, with the token in `PORTAL_TOKEN`; neither is ever an argument or printed. */
export function openPortal(
  env: Environment = process.env,
  fetch: typeof globalThis.fetch = patientFetch(),
): PortalConnection {
  const url = addressIn(env)
  const token = env['PORTAL_TOKEN']?.trim()
  if (!token) {
    throw new CommandFailure(
      'PORTAL_TOKEN is missing: an admin of the portal makes a release token for one remote.',
    )
  }
  return {
    url,
    call: createCall({ baseUrl: url, token: async () => token, fetch }),
    ask: (method, path) =>
      fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${token}` } }),
    file: (path, encoding) =>
      fetch(`${url}${path}`, { headers: { 'accept-encoding': encoding }, cache: 'no-store' }),
  }
}

/** As `openPortal`; undefined where no portal is named at all. */
export function openPortalIfNamed(env: Environment = process.env): PortalConnection | undefined {
  return env['PORTAL_URL'] === undefined ? undefined : openPortal(env)
}

function addressIn(env: Environment): string {
  const given = env['PORTAL_URL']?.trim()
  if (!given) throw new CommandFailure('PORTAL_URL is missing: https://portal.example.org')
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) {
    throw new CommandFailure('PORTAL_URL is not a portal’s address: https://portal.example.org')
  }
  // Whoever reads a token on its way may publish with it.
  if (url.protocol === 'http:' && !isThisMachine(url.hostname)) {
    throw new CommandFailure('PORTAL_URL must begin with https: a token is sent there.')
  }
  return url.origin
}

function isThisMachine(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || /^(127(\.\d+){3}|\[::1\])$/.test(host)
  )
}
