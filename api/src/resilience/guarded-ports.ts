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
 * Wraps the ports so that none can hold up a request: calls to slow or dead ports are refused with the port's name.
 * `accounts` isn't guarded here. It has its own deadline, so that a change at the provider leaves time to record it,
 * and an unreachable accounts API doesn't keep anyone from signing in.
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
      store: guardedStore(ports.store, guardOf('database'), {
        health: health.database,
        isInRequest: () => limits.current() !== undefined,
      }),
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

/** Guards a port whose calls all return promises. */
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

/** Gives each step its own deadline: a stalled stream is abandoned, however long the whole may take. */
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
    // Not awaited: an iterator that hangs would never resolve this either.
    if (!isDone) void iterator.return?.().then(undefined, () => undefined)
  }
}

/** Error codes that concern one unreadable file; the drive itself is healthy. */
const fileErrorCodes = new Set(['EACCES', 'EPERM', 'EIO', 'EISDIR', 'ENOENT'])

function isOfOneFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && fileErrorCodes.has(String(error.code))
}
