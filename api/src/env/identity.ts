import * as z from 'zod/mini'
import { hostName, url } from './values.ts'

export type IdentitySettings = {
  kind: 'firebase' | 'emulator'
  projectId: string
  apiKey: string
  authDomain: string
  /** Origin of the emulator, on the emulator only. */
  emulatorUrl: string
}

export const identityEnvironment = {
  IDENTITY: z._default(z.enum(['emulator', 'firebase']), 'emulator'),
  FIREBASE_PROJECT_ID: z._default(z.string(), 'demo-board-portal'),
  FIREBASE_API_KEY: z._default(z.string(), 'demo-key'),
  FIREBASE_AUTH_DOMAIN: z.optional(z.string().check(z.regex(hostName, 'it is not a host name'))),
  AUTH_EMULATOR_URL: z._default(url, 'http://127.0.0.1:9099'),
  ADMIN_API_KEY: z.optional(
    z
      .string()
      .check(z.regex(/^[!-~]{32,}$/, 'it needs at least 32 characters, none of them blank')),
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
