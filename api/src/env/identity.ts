import * as z from 'zod/mini'
import { hostName, setting, url } from './values.ts'

export type IdentitySettings = {
  kind: 'firebase' | 'emulator'
  projectId: string
  apiKey: string
  authDomain: string
  /** Origin of the emulator, on the emulator only. */
  emulatorUrl: string
}

export const identityEnvironment = {
  IDENTITY: setting(
    z._default(z.enum(['emulator', 'firebase']), 'emulator'),
    'who tells who is asking; `firebase` in production',
  ),
  FIREBASE_PROJECT_ID: setting(
    z._default(z.string(), 'demo-board-portal'),
    'the project that people sign in to',
  ),
  FIREBASE_API_KEY: setting(
    z._default(z.string(), 'demo-key'),
    'the project’s web API key: browsers are told it',
  ),
  FIREBASE_AUTH_DOMAIN: setting(
    z.optional(z.string().check(z.regex(hostName, 'it is not a host name'))),
    'host of the sign-in pages',
    'the project’s own',
  ),
  AUTH_EMULATOR_URL: setting(z._default(url, 'http://127.0.0.1:9099'), 'with `IDENTITY=emulator`'),
  ADMIN_API_KEY: setting(
    z.optional(
      z
        .string()
        .check(z.regex(/^[!-~]{32,}$/, 'it needs at least 32 characters, none of them blank')),
    ),
    'at least 32 characters; lets servers manage users',
    'nobody has one',
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
  }
}
