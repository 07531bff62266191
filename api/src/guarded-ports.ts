import type { Calendar } from './features/calendar/calendar-feature.ts'
import type { Mail } from './features/mail/mail-feature.ts'
import type { BlobStore } from './platform/files/blob-store.ts'
import type { Log } from './platform/log.ts'
import type { Identity } from './platform/identity/identity.ts'
import type { PipelineTokens } from './features/releases/releases-feature.ts'
import type { DocumentStore } from './platform/store/document-store.ts'
import { createRest } from './platform/background/rest.ts'
import type { Drive } from './features/sync/sync-feature.ts'
import type { Accounts } from './platform/identity/accounts.ts'
import { currentRequest } from './platform/http/request-context.ts'
import { countedStore } from './platform/metrics/counted-store.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import type { Traces } from './platform/metrics/traces.ts'
import type { TimeLimits } from './platform/resilience/deadline.ts'
import { createGuard, type Guard, type ObserveCall } from './platform/resilience/guard.ts'
import { guardedBytes, guardedChunks, guardedSteps } from './platform/resilience/guarded-streams.ts'
import { guardedStore } from './platform/resilience/guarded-store.ts'
import { createPartHealth, type Health, type PartName } from './platform/resilience/part-health.ts'

type GuardedPorts = {
  store: DocumentStore
  blobs: BlobStore
  drive: Drive
  calendar: Calendar
  mail?: Mail | undefined
  identity: Identity
  accounts: Accounts
  pipelineTokens: PipelineTokens
  traces?: Traces | undefined
  now: () => Date
  log: Log
}

/**
 * Wraps the ports so that none can hold up a request: calls to slow or dead ports are refused with the port's name, and
 * calls whose caller is gone are ended. Each call gets the signal of both here; services needn't pass one on.
 * `accounts` and `pipelineTokens` have their own deadlines, so that a change at the provider leaves time to record it,
 * and an unreachable provider doesn't keep anyone from signing in. They only end with their caller.
 */
export function guardPorts<P extends GuardedPorts>(
  ports: P,
  metrics: Pick<Metrics, 'called' | 'counter'>,
  { requestTime, backgroundTime }: { requestTime: number; backgroundTime: number },
  /** In ms: the most that handing over one mail may take. */
  mailTime = backgroundTime,
): { ports: P; health: Health } {
  const { now, log, traces } = ports
  const observe: ObserveCall = (...call) => {
    metrics.called(...call)
    if (traces) currentRequest()?.trace?.called(...call)
  }
  const limits = { request: requestTime, background: backgroundTime, current: currentRequest }
  const healthOf = (part: PartName) => createPartHealth(part, log)
  const health: Health = {
    database: healthOf('database'),
    files: healthOf('files'),
    drive: healthOf('drive'),
    calendar: healthOf('calendar'),
    identity: healthOf('identity'),
    mail: healthOf('mail'),
  }
  const guardOf = (part: PartName) =>
    createGuard({ part, health: health[part], limits, now, observe, log })
  const { calendar, identity, accounts, pipelineTokens, drive, blobs } = ports
  const [ofCalendar, ofIdentity] = [guardOf('calendar'), guardOf('identity')]
  const [ofDrive, ofFiles] = [guardOf('drive'), guardOf('files')]
  const ofOneFile = { passes: isOfOneFile }
  const rest = createRest()
  return {
    health,
    ports: {
      ...ports,
      store: guardedStore(countedStore(ports.store, metrics), guardOf('database'), {
        health: health.database,
        isInRequest: () => limits.current() !== undefined,
      }),
      calendar: {
        between: (from, to, given) =>
          ofCalendar.run('between', (signal) => calendar.between(from, to, signal), {
            signal: given,
          }),
        byId: (id, given) =>
          ofCalendar.run('byId', (signal) => calendar.byId(id, signal), { signal: given }),
        problems: (given) =>
          ofCalendar.run('problems', (signal) => calendar.problems(signal), { signal: given }),
      },
      mail:
        ports.mail &&
        guardedMail(
          ports.mail,
          createGuard({
            part: 'mail',
            // The job that sends makes its own pauses.
            health: { ...health.mail, allowsCall: () => true },
            limits: { ...limits, background: mailTime },
            now,
            observe,
            log,
          }),
        ),
      identity: {
        verify: (idToken, given) =>
          ofIdentity.run('verify', (signal) => identity.verify(idToken, signal), {
            signal: given,
          }),
      },
      accounts: endedWithCaller(accounts, limits),
      pipelineTokens: {
        ...pipelineTokens,
        verify: (issuer, token, given) =>
          pipelineTokens.verify(issuer, token, given ?? limits.current()?.portSignal),
      },
      drive: {
        changes: (cursor, given) =>
          guardedSteps((signal) => drive.changes(cursor, signal), ofDrive, 'changes', {
            ...ofOneFile,
            signal: given,
          }),
        async download(file, given) {
          const options = { ...ofOneFile, signal: given }
          const open = (signal: AbortSignal) => drive.download(file, signal)
          const bytes = await guardedChunks(open, ofDrive, 'download', options)
          return bytes && rest.between(bytes)
        },
      },
      blobs: {
        info: (key, given) =>
          ofFiles.run('info', (signal) => blobs.info(key, signal), { signal: given }),
        read: (key, range, given) =>
          guardedBytes((signal) => blobs.read(key, range, signal), ofFiles, {
            ...ofOneFile,
            signal: given,
            request: limits.current()?.portSignal,
            rest: limits.current() ? undefined : rest,
          }),
        // As long as its source takes: a deadline would be the source's own.
        async put(key, bytes, given) {
          beginWrite(limits)
          const isWhole = bytes instanceof Uint8Array || limits.current() !== undefined
          await blobs.put(key, isWhole ? bytes : rest.between(bytes), given)
        },
        delete: (key, given) =>
          ofFiles.run('delete', (signal) => blobs.delete(key, signal), {
            isWrite: true,
            signal: given,
          }),
        keys: (prefix, given) =>
          guardedSteps((signal) => blobs.keys(prefix, signal), ofFiles, 'keys', { signal: given }),
        sizes: (prefix, given) =>
          guardedSteps((signal) => blobs.sizes(prefix, signal), ofFiles, 'sizes', {
            signal: given,
          }),
      },
    },
  }
}

/** Reads end with their request's caller; changes are completed. */
function endedWithCaller(accounts: Accounts, limits: TimeLimits): Accounts {
  const forReads = (given: AbortSignal | undefined) => given ?? limits.current()?.portSignal
  const changed = async <T>(change: () => Promise<T>): Promise<T> => {
    beginWrite(limits)
    return change()
  }
  return {
    list: (page, given) => accounts.list(page, forReads(given)),
    get: (uid, given) => accounts.get(uid, forReads(given)),
    getMany: (uids, given) => accounts.getMany(uids, forReads(given)),
    create: (...input) => changed(() => accounts.create(...input)),
    update: (...input) => changed(() => accounts.update(...input)),
    delete: (...input) => changed(() => accounts.delete(...input)),
    revokeSessions: (...input) => changed(() => accounts.revokeSessions(...input)),
    removeSecondFactors: (...input) => changed(() => accounts.removeSecondFactors(...input)),
    resetPassword: (...input) => changed(() => accounts.resetPassword(...input)),
  }
}

/** A message that has begun isn’t ended by its caller. Why the caller didn’t let it begin is no fault of the server. */
function guardedMail(mail: Mail, guard: Guard): Mail {
  return {
    ...mail,
    async send(message, begin, signal) {
      let own: unknown
      const begins = async () => {
        try {
          await begin()
        } catch (error) {
          own = error
          throw error
        }
      }
      const passes = (error: unknown) =>
        error === own || (signal?.aborted === true && error === signal.reason)
      return guard.run(
        'send',
        (deadline) =>
          mail.send(message, begins, signal ? AbortSignal.any([deadline, signal]) : deadline),
        { passes, isWrite: true },
      )
    },
    check: (signal) => guard.run('check', (deadline) => mail.check(deadline), { signal }),
  }
}

function beginWrite({ current }: TimeLimits): void {
  const request = current()
  request?.portSignal.throwIfAborted()
  request?.beginWrite()
}

/** Error codes that concern one unreadable file; the drive itself is healthy. */
const fileErrorCodes = new Set(['EACCES', 'EPERM', 'EIO', 'EISDIR', 'ENOENT'])

function isOfOneFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && fileErrorCodes.has(String(error.code))
}
