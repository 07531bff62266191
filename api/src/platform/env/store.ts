import * as z from 'zod/mini'
import { setting } from './values.ts'

/** Where documents are stored. */
export type StoreSettings =
  | { kind: 'sqlite' }
  | {
      kind: 'firestore'
      projectId: string
      /** The database's id; defaults to the project's default database. */
      database: string | undefined
      /** `host:port`; never in production. */
      emulatorHost: string | undefined
    }

export const storeEnvironment = {
  STORE: setting(
    z._default(z.enum(['sqlite', 'firestore']), 'sqlite'),
    'where documents are stored; `firestore` if there is more than one instance',
  ),
  FIRESTORE_DATABASE: setting(
    z.optional(
      z
        .string()
        .check(z.regex(/^(\(default\)|[a-z][a-z0-9-]{2,61}[a-z0-9])$/, 'it is not a database id')),
    ),
    'the database’s id',
    'the project’s default database',
  ),
  /** Google's own variable, which its tools and libraries also read. */
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
