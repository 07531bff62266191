import * as z from 'zod/mini'
import { flag, hostName, setting, url } from './values.ts'

export type IdentitySettings = {
  kind: 'firebase' | 'emulator'
  projectId: string
  apiKey: string
  authDomain: string
  /** Origin of the emulator; only used with the emulator. */
  emulatorUrl: string
  /** Whether other machines may reach a portal whose sign-in is the emulator. */
  isEmulatorPublic: boolean
}

const serverKey = () =>
  z.string().check(z.regex(/^[!-~]{32,}$/, 'it must have at least 32 characters and no blanks'))

export const identityEnvironment = {
  IDENTITY: setting(
    z._default(z.enum(['emulator', 'firebase']), 'emulator'),
    'the sign-in service; must be `firebase` in production',
  ),
  FIREBASE_PROJECT_ID: setting(z._default(z.string(), 'demo-board-portal'), 'the Firebase project'),
  FIREBASE_API_KEY: setting(
    z._default(z.string(), 'demo-key'),
    'the project’s web API key; sent to browsers',
  ),
  FIREBASE_AUTH_DOMAIN: setting(
    z.optional(z.string().check(z.regex(hostName, 'it is not a host name'))),
    'host of the sign-in pages',
    'the project’s own',
  ),
  AUTH_EMULATOR_URL: setting(
    z._default(url, 'http://127.0.0.1:9099'),
    'address of the emulator for `IDENTITY=emulator`',
  ),
  INSECURE_EMULATOR_ON_NETWORK: setting(
    z._default(flag, false),
    'allows `HOST` to be reachable from the network with `IDENTITY=emulator`: anyone there can sign in as anyone',
  ),
  ADMIN_API_KEY: setting(
    z.optional(serverKey()),
    'at least 32 characters; allows servers to manage users',
    'disabled',
  ),
  GATE_RUNNER_KEY: setting(
    z.optional(serverKey()),
    'at least 32 characters; lets the operator’s gate runner try releases under the portal’s shell',
    'no gate runner',
  ),
}

const environment = z.object(identityEnvironment)

export function identitySettings(read: z.output<typeof environment>): IdentitySettings {
  return {
    kind: read.IDENTITY,
    projectId: read.FIREBASE_PROJECT_ID,
    apiKey: read.FIREBASE_API_KEY,
    authDomain: read.FIREBASE_AUTH_DOMAIN ?? `${read.FIREBASE_PROJECT_ID}.firebaseapp.com`,
    emulatorUrl: new URL(read.AUTH_EMULATOR_URL).origin,
    isEmulatorPublic: read.INSECURE_EMULATOR_ON_NETWORK,
  }
}
