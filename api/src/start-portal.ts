import { setTimeout as after } from 'node:timers/promises'
import { errorLines } from '@portal/domain/print'
import { sampleAccounts } from '../sample/accounts.ts'
import { folderRelease } from './adapters/folder/folder-shell.ts'
import { claimDataFolder } from './adapters/open-store.ts'
import { createApp, type PortalApp } from './app.ts'
import { movedAgendas, movedText } from './features/agendas/agendas-feature.ts'
import type { Ports } from './ports.ts'
import { accountOf } from './features/doctor/accounts-check.ts'
import { refuseEmulatorShell } from './features/doctor/shell-check.ts'
import { parseSettings, type Settings, SettingsError } from './platform/env/env.ts'
import { type LookAtPaths, type PathFault, pathFaults } from './platform/env/named-paths.ts'
import { adminWarnings } from './platform/identity/admin-warnings.ts'
import { applyChangedSettings, changedSettings } from './platform/identity/changed-settings.ts'
import type { Log } from './platform/log.ts'
import { listen, PortInUseError } from './platform/http/listen.ts'
import { openPorts, type PortOpeners, portOpeners } from './open-ports.ts'
import { refuseUnfinishedImport } from './features/portal-exports/portal-exports-feature.ts'
import { Refusal } from './refusal.ts'
import { adoptRelease } from './features/releases/releases-feature.ts'
import type { Traces } from './platform/metrics/traces.ts'
import { StoreOpenError } from './platform/store/document-store.ts'

export type StartedPortal = {
  url: string
  jobs: Pick<PortalApp['jobs'], 'runNow'>
  stop: (reason: string) => Promise<void>
}

type Runtime = {
  log: Log
  now: () => Date
  /** Replaces some functions that open ports. */
  openers?: (usual: PortOpeners, settings: Settings) => Partial<PortOpeners>
  lookAtPaths?: LookAtPaths
}

/** Settings → adapters → app → port. A failed start leaves nothing open. */
export async function startPortal(
  env: Record<string, string | undefined>,
  { log, now, openers, lookAtPaths }: Runtime,
): Promise<StartedPortal> {
  const undo: (() => unknown)[] = []
  try {
    const settings = parseSettings(env)
    await refuseUnusablePaths(settings, log, lookAtPaths)
    const { sample, dataFolder, foundation } = settings
    const isShared = settings.store.kind === 'firestore' && !sample
    undo.push(await claimDataFolder(dataFolder, { isShared }))
    const usual = portOpeners(settings, { now })
    const open = { ...usual, ...openers?.(usual, settings) }
    if (sample) {
      const { claimForSample, refuseOtherFiles } = await import('../sample/claim-for-sample.ts')
      const { prepareSample } = await import('../sample/prepare-sample.ts')
      await refuseOtherFiles(dataFolder)
      const store = await open.store()
      undo.push(() => store.close())
      open.store = async () => store
      await claimForSample(store, dataFolder)
      await prepareSample(dataFolder, now(), foundation.timeZone, {
        onStep: logSampleProgress(log),
      })
    }
    const opened = await openPorts(open, { now, log })
    if (!sample) undo.push(() => opened.store.close())
    await refuseUnfinishedImport(opened.store)
    const ports = { ...opened, traces: await openTraces(settings, log) }
    undo.push(() => ports.traces?.stop())
    if (settings.production && ports.shell) {
      refuseEmulatorShell(await ports.shell.page(), settings.shellFolder)
    }
    const app = createApp(ports, settings, sample ? sampleAccounts : undefined)
    undo.push(async () => app.stop())
    await app.ready
    const own = { ...ports, store: app.store }
    const { defaultAdminEmail } = settings
    const { domain, timeZone } = foundation
    const admins = { store: app.store, domain, timeZone, defaultAdminEmail, now }
    const last = await applyChangedSettings(admins)
    await adoptBuilds(own, settings, log)
    if (sample) await seed(app, own, settings)
    else if (settings.identity.kind === 'emulator') undo.push(endSampleAccounts(settings, log))
    const server = await listen(app.app, settings, app)
    undo.push(server.stop, app.jobs.start())
    await app.resume()
    void warnAboutChanges(own, settings, last, log)
    return {
      url: server.url,
      jobs: app.jobs,
      async stop(reason) {
        log.info('stopping', { reason })
        app.drain()
        for (const step of undo.toReversed()) await step()
        log.info('stopped')
      },
    }
  } catch (error) {
    for (const step of undo.toReversed()) await step()
    throw error
  }
}

/** Before anything else looks at them: a call to an unresponsive disk would never return. */
async function refuseUnusablePaths(
  settings: Settings,
  log: Log,
  lookAtPaths: LookAtPaths | undefined,
): Promise<void> {
  const faults = await pathFaults(settings.namedPaths, lookAtPaths)
  // The portal itself doesn't use it, so members needn't wait until it is back.
  const isLater = (fault: PathFault) => fault.setting === 'BACKUP_FOLDER' && fault.isSilent
  for (const { message } of faults.filter(isLater)) log.warn(message)
  const fatal = faults.find((fault) => !isLater(fault))
  if (fatal) throw new SettingsError(fatal.message)
}

/** Nothing of OpenTelemetry is loaded unless it is used. */
async function openTraces({ traces }: Settings, log: Log): Promise<Traces | undefined> {
  if (!traces) return undefined
  const { createOtlpTraces } = await import('./adapters/otlp/otlp-traces.ts')
  return createOtlpTraces(traces, log)
}

/** Warns about everyone whom the settings keep out, and about agendas that another time zone moves. Not awaited: the accounts may be slow to read. */
async function warnAboutChanges(
  { store, accounts, now }: Ports,
  { foundation: { domain, timeZone }, defaultAdminEmail }: Settings,
  last: Awaited<ReturnType<typeof applyChangedSettings>>,
  log: Log,
): Promise<void> {
  const isDisabled = async (email: string) => (await accountOf(accounts, email))?.disabled === true
  const parts = { store, accounts, domain, defaultAdminEmail, isDisabled }
  const from = last?.timeZone ?? timeZone
  const moved =
    from === timeZone ? [] : await movedAgendas(store, { from, to: timeZone, now: now() })
  if (moved.length > 0) {
    log.warn(
      `FOUNDATION_TIME_ZONE was ${from}: these coming agendas keep their times on the clock, so they begin at other moments now: ${moved.map(movedText).join('; ')}. To keep the moments, stop the portal and run \`portal agendas keep-moments\`.`,
    )
  }
  const all = [changedSettings(parts, last), adminWarnings(parts)]
  for (const warnings of all) for (const one of await warnings.catch(() => [])) log.warn(one)
}

/** Logs the creation of the sample; later starts only create a new quarter's files. */
function logSampleProgress(log: Log): (done: number, total: number) => void {
  return (done, total) => {
    if (total > 1 && (done === 0 || done === total)) {
      log.info(done === 0 ? 'making the sample foundation' : 'sample foundation made', {
        files: total - 1,
      })
    }
  }
}

/** A build that can't be adopted is skipped; the current releases stay. */
async function adoptBuilds(ports: Ports, settings: Settings, log: Log): Promise<void> {
  const worked = new Set(settings.devRemotes.map(({ name }) => `mf-${name}`))
  for (const folder of settings.releaseFolders) {
    if ([...worked].some((name) => folder.includes(`/${name}/`))) continue
    try {
      const { provided, exportedNames, support } = ports.shell ?? {}
      const source = folderRelease(folder)
      const { moved, restored, ...adopted } = await adoptRelease(
        { ...ports, provided, exportedNames, support },
        source,
      )
      const outcome = restored ? 'restored' : moved ? 'adopted' : 'unchanged'
      log.info(`release ${outcome}`, adopted)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      log.error(error.message, { folder, cause: error.details.cause })
    }
  }
}

/** The interval for retrying an emulator that doesn't answer yet, in ms. */
const emulatorPause = 10_000

/**
 * The password of the sample's accounts is published, so they end with the sample. Retries until the emulator answers:
 * it may start after the API. Returns a function that stops it.
 */
function endSampleAccounts({ identity: { emulatorUrl, projectId } }: Settings, log: Log) {
  const stopping = new AbortController()
  const end = async () => {
    const { removeSampleAccounts } = await import('../sample/seed-accounts.ts')
    for (;;) {
      try {
        const removed = await removeSampleAccounts(emulatorUrl, projectId)
        if (removed > 0) log.info('the sample’s accounts were deleted', { accounts: removed })
        return
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
      await after(emulatorPause, undefined, { ref: false, signal: stopping.signal })
    }
  }
  end().catch((cause: unknown) => {
    if (!stopping.signal.aborted) log.error('the sample’s accounts were not deleted', { cause })
  })
  return () => stopping.abort()
}

async function seed(app: PortalApp, ports: Ports, settings: Settings): Promise<void> {
  // Loaded on demand: creating the sample takes memory that no other start needs.
  const { seedAccounts } = await import('../sample/seed-accounts.ts')
  const { seedSample } = await import('../sample/seed.ts')
  const { identity, dataFolder } = settings
  const { store, blobs, now: clock } = ports
  await seedAccounts(identity.emulatorUrl, identity.projectId)
  const runSync = async () => {
    await app.features.sync.start()
    await app.features.sync.ended()
  }
  await seedSample({ store, blobs, settings, dataFolder, runSync, now: clock })
}

/** Why a start failed: one sentence, or the stack trace of a defect. */
export function startFailure(error: unknown): string[] {
  const expected =
    error instanceof SettingsError ||
    error instanceof StoreOpenError ||
    error instanceof PortInUseError ||
    error instanceof Refusal
  if (expected) return [error.message]
  // System errors, such as an unwritable folder, are clear without a stack trace.
  const isSystems = error instanceof Error && 'syscall' in error
  const [title, ...stack] = isSystems ? [error.message] : errorLines(error)
  return [`The portal could not start: ${title}`, ...stack]
}
