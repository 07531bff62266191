import { testApi } from '@portal/api/testing'
import type { CalendarEvent } from '@portal/contract/calendar'
import type { Call } from './client.ts'

/** A reader of the portal, as their sign-in describes them. */
export type TestReader = {
  email: string
  provider: 'google.com' | 'password' | (string & {})
  displayName?: string
  photoUrl?: string
  emailVerified?: boolean
  createdByAdmin?: boolean
  hasSecondFactor?: boolean
  uid?: string
  /** Seconds until the token expires; an hour by default. */
  expiresIn?: number
  /** Seconds since 1970; by default the token’s own time. */
  signedInAt?: number
}

/** Readers of the sample foundation: members and admins, and people who are neither. */
export type TestReaderName =
  | 'member'
  | 'passwordMember'
  | 'staff'
  | 'admin'
  | 'adminByPassword'
  | 'selfMade'
  | 'stranger'
  | 'unverified'

/** The part of a synced document that tests set. */
type TestPaper = {
  path?: string
  parent_folder?: string
  size?: number
  pages?: number
  created_time?: string
  modified_time?: string
  last_synced?: string
}

/** The parts of the in-memory API that a remote's tests need. */
export type MemoryApi = {
  /** Calls the API as this reader; without one, signed out. */
  call: (as?: TestReaderName | TestReader, headers?: Record<string, string>) => Call
  /** Stores a synced paper, by default a valid PDF. */
  putPaper: (id: string, paper?: TestPaper) => Promise<void>
  app: {
    request: (input: Request | string | URL, init?: RequestInit) => Response | Promise<Response>
  }
  close: () => Promise<void>
}

type MemoryApiOptions = {
  /** The calendar; empty by default. */
  events?: CalendarEvent[]
  now?: () => Date
}

/** The portal's real API over an empty store in memory. */
export function memoryApi({ events = [], now }: MemoryApiOptions = {}): Promise<MemoryApi> {
  const calendar = {
    between: async () => events,
    byId: async (id: string) => events.find((event) => event.id === id),
    problems: async () => [],
  }
  return testApi({ ports: { calendar }, ...(now ? { now } : {}) })
}
