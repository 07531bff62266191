import type { Calendar } from '../calendar/calendar.ts'
import type { BlobStore } from '../documents/blob-store.ts'
import type { Log } from '../log.ts'
import type { Identity } from '../identity/identity.ts'
import type { DocumentStore } from '../store/document-store.ts'
import type { Drive } from '../sync/drive.ts'
import type { TimeLimits } from './deadline.ts'
import { createGuard, type Guard, type ObserveCall } from './guard.ts'
import { guardedStore } from './guarded-store.ts'
import { createPartHealth, type PartHealth, type PartName } from './part-health.ts'

type GuardedPorts = {
  store: DocumentStore
  blobs: BlobStore
  drive: Drive
  calendar: Calendar
  identity: Identity
  now: () => Date
  log: Log
}

export type Health = Record<PartName, PartHealth>

/**
 * The same ports, none of which can hold a request up: slow and dead ones are refused, and known by name. Accounts
 * have a deadline of their own: a change at the provider leaves time to write it down here, and a provider whose
 * accounts can't be reached doesn't keep anybody from signing in.
 */
export function guardPorts<P extends GuardedPorts>(
  ports: P,
  observe: ObserveCall,
  limits: TimeLimits,
): { ports: P; health: Health } {
  const { now, log } = ports
  const healthOf = (part: PartName) => createPartHealth(part, log)
  const health: Health = {
    database: healthOf('database'),
    files: healthOf('files'),
    drive: healthOf('drive'),
    calendar: healthOf('calendar'),
    identity: healthOf('identity'),
  }
  const guardOf = (part: PartName) =>
    createGuard({ part, health: health[part], limits, now, observe })
  const drive = guardOf('drive')
  const files = guardOf('files')
  return {
    health,
    ports: {
      ...ports,
      store: guardedStore(ports.store, guardOf('database'), health.database),
      calendar: guardedCalls(ports.calendar, guardOf('calendar')),
      identity: guardedCalls(ports.identity, guardOf('identity')),
      drive: {
        ...ports.drive,
        changes: (cursor) =>
          guardedSteps(ports.drive.changes(cursor), drive, 'changes', isOfOneFile),
        download: async (file) => {
          const bytes = await drive.run('download', () => ports.drive.download(file), isOfOneFile)
          return bytes && guardedSteps(bytes, drive, 'bytes', isOfOneFile)
        },
      },
      blobs: {
        ...ports.blobs,
        info: (key) => files.run('info', () => ports.blobs.info(key)),
        read: (key, range) => files.run('read', () => ports.blobs.read(key, range)),
        delete: (key) => files.run('delete', () => ports.blobs.delete(key)),
      },
    },
  }
}

type Calls = Record<string, ((...input: never[]) => Promise<unknown>) | undefined>

/** A port of nothing but calls that are waited for. */
function guardedCalls<T extends object & { [K in keyof T]: Calls[string] }>(
  port: T,
  guard: Guard,
): T {
  const guarded = Object.entries(port as Calls).map(([name, call]) => [
    name,
    call && ((...input: never[]) => guard.run(name, () => call(...input))),
  ])
  return Object.fromEntries(guarded) as T
}

/** Each step in time: what has stopped moving is given up, however long the whole takes. */
async function* guardedSteps<T>(
  steps: AsyncIterable<T>,
  guard: Guard,
  name: string,
  passes: (error: unknown) => boolean,
): AsyncGenerator<T> {
  const iterator = steps[Symbol.asyncIterator]()
  let isDone = false
  try {
    for (;;) {
      const step = await guard.run(name, async () => iterator.next(), passes)
      if (step.done) {
        isDone = true
        return
      }
      yield step.value
    }
  } finally {
    // One that hangs would never answer this either.
    if (!isDone) void iterator.return?.().then(undefined, () => undefined)
  }
}

/** Codes of one file that can't be read: the drive itself is well. */
const fileTroubles = new Set(['EACCES', 'EPERM', 'EIO', 'EISDIR', 'ENOENT'])

function isOfOneFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && fileTroubles.has(String(error.code))
}
