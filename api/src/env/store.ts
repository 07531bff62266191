import * as z from 'zod/mini'

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
  STORE: z._default(z.enum(['sqlite', 'firestore']), 'sqlite'),
  FIRESTORE_DATABASE: z.optional(
    z
      .string()
      .check(z.regex(/^(\(default\)|[a-z][a-z0-9-]{2,61}[a-z0-9])$/, 'it is no database id')),
  ),
  /** Google's own name for it: its tools and libraries read it too. */
  FIRESTORE_EMULATOR_HOST: z.optional(
    z.string().check(z.regex(/^[^\s/:]+:\d+$/, 'it is not of the form host:port')),
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
