import * as z from 'zod/mini'
import { setting } from './values.ts'

/** Where the documents lie. */
export type StoreSettings =
  | { kind: 'sqlite' }
  | {
      kind: 'firestore'
      projectId: string
      /** The database's id; the project's default one without. */
      database: string | undefined
      /** `host:port`; never in production. */
      emulatorHost: string | undefined
    }

export const storeEnvironment = {
  STORE: setting(
    z._default(z.enum(['sqlite', 'firestore']), 'sqlite'),
    'where documents lie; `firestore` where more than one instance runs',
  ),
  FIRESTORE_DATABASE: setting(
    z.optional(
      z
        .string()
        .check(z.regex(/^(\(default\)|[a-z][a-z0-9-]{2,61}[a-z0-9])$/, 'it is no database id')),
    ),
    'the database’s id',
    'the project’s default one',
  ),
  /** Google's own name for it: its tools and libraries read it too. */
  FIRESTORE_EMULATOR_HOST: setting(
    z.optional(z.string().check(z.regex(/^[^\s/:]+:\d+$/, 'it is not of the form host:port'))),
    '`host:port` of an emulator; refused in production',
  ),
}

const environment = z.object(storeEnvironment)

export function storeSettings(
  read: z.output<typeof environment>,
  projectId: string,
): StoreSettings {
  if (read.STORE === 'sqlite') return { kind: 'sqlite' }
  return {
    kind: 'firestore',
    projectId,
    database: read.FIRESTORE_DATABASE,
    emulatorHost: read.FIRESTORE_EMULATOR_HOST,
  }
}
