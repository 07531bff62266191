import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { array, object, parse, string } from 'zod/mini'
import type { GateTrial } from '../../api/contract/src/gate-trials.ts'
import { CommandFailure } from '../../shell/remote-kit/src/cli/command.ts'
import { fetchRelease } from '../../shell/remote-kit/src/cli/fetch-release.ts'
import { portalShell } from '../../shell/remote-kit/src/cli/portal-shell.ts'
import type { GateApi } from './gate-api.ts'
import { NoVerdict, type Trials } from './gate-runner.ts'
import { browserEnvironment } from '../../shell/remote-kit/src/cli/browser-environment.ts'
import { trialUser } from './trial-user.ts'

/** For one release, in ms. Each of its screens has a deadline of its own. */
const deadline = 600_000

const script = path.join(import.meta.dirname, 'trial-process.ts')
const exitWithParent = path.join(import.meta.dirname, '../exit-with-parent.ts')

/** What a trial's process gets as its argument. */
export type TrialJob = {
  /** A folder with the release's files and its `release.json`. */
  folder: string
  shellFolder: string
}

const trialReport = object({ faults: array(string()) })

type TrialOptions = {
  api: Pick<GateApi, 'url' | 'file'>
  /** Where the portal's shells are kept. */
  cache: string
  /** The trial's process; for tests. */
  process?: string
  limit?: number
}

/**
 * Tries each release in a separate process, which drives the browser: it gets files, no key. The
 * key stays in this one, where no code of a release runs.
 */
export function createTrials({
  api,
  cache,
  process: file = script,
  limit = deadline,
}: TrialOptions): Trials {
  const shellOf = async ({ shell }: GateTrial): Promise<string> => {
    const portal = await portalShell(api.url, { cache })
    if (!portal) throw new Error(`${api.url} doesn’t describe its shell.`)
    const { build } = portal.manifest
    if (build !== shell) throw new Error(`${api.url} now has the shell ${build}, not ${shell}.`)
    return portal.download()
  }

  return {
    async faultsOf(trial, stop) {
      const shellFolder = await shellOf(trial)
      const whole = await fetchRelease(api, trial.manifest).catch((error: unknown) => {
        // It is served with other bytes than its record names.
        if (error instanceof CommandFailure) return error.message.split('\n')
        throw error
      })
      if (Array.isArray(whole)) return whole
      const folder = await mkdtemp(path.join(tmpdir(), 'portal-trial-'))
      try {
        await writeFiles(folder, {
          ...Object.fromEntries(whole.files),
          'release.json': JSON.stringify(trial.manifest),
        })
        const { uid, gid } = trialUser()
        if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
        return await inProcess(file, { folder, shellFolder }, { stop, limit })
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

async function writeFiles(
  folder: string,
  files: Record<string, Uint8Array | string>,
): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    const place = path.join(folder, file)
    await mkdir(path.dirname(place), { recursive: true })
    await writeFile(place, content)
  }
}

type Ending = { stop: AbortSignal; limit: number }

/** The faults that the process reports; it is killed after the deadline. */
async function inProcess(file: string, job: TrialJob, { stop, limit }: Ending): Promise<string[]> {
  const child = spawn(process.execPath, ['--import', exitWithParent, file, JSON.stringify(job)], {
    env: { ...browserEnvironment(process.env), HOME: job.folder },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    ...trialUser(),
  })
  let complaint = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-4000)
  })
  let faults: string[] | undefined
  child.once('message', (report) => (faults = parse(trialReport, report).faults))
  const late = AbortSignal.timeout(limit)
  const ending = AbortSignal.any([stop, late])
  const end = () => void endProcess(child)
  ending.addEventListener('abort', end, { once: true })
  try {
    if (ending.aborted) end()
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    if (faults) return faults
    stop.throwIfAborted()
    if (late.aborted) return [`It was not done after ${Math.round(limit / 1000)} s.`]
    const how = complaint.trim().split('\n').at(-1) ?? ''
    const ended = `its process ended with ${signal ?? `code ${code}`}. ${how}`.trim()
    throw new NoVerdict(ended, complaint)
  } finally {
    ending.removeEventListener('abort', end)
  }
}

/** It closes its browser; if it doesn't answer, the browser ends because its pipe is closed. */
async function endProcess(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
  await once(child, 'exit')
  clearTimeout(timer)
}
