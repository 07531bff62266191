import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** When to kill a syncing process: at a call to the store, files or drive, or after a time in ms. */
export type KillPoint = { step: number } | { ms: number }

const deeds = {
  sync: 'await sync.start()',
  /** Confirms the removal of the held papers. */
  confirm: `
    const { held } = await sync.status(syncAdmin)
    await sync.confirmRemovals(syncAdmin, held.revision)`,
}

/** Starts a process that resumes or starts a sync, and kills it as `kill -9` does. */
export function syncAndKill(
  dataFolder: string,
  drive: string,
  point: KillPoint,
  deed: keyof typeof deeds = 'sync',
): Promise<Ended> {
  return runStepping({
    dataFolder,
    point,
    imports: {
      folderBlobStore: at('../../adapters/folder/folder-blob-store.ts'),
      folderDrive: at('../../adapters/folder/folder-drive.ts'),
      silentLog: at('../../platform/log.ts'),
      'syncAdmin, unmapped': at('./sync-fixtures.ts'),
      createSyncService: at('./sync-service.ts'),
    },
    work: `
      const store = steppingPort(sqlite, step)
      const blobs = steppingPort(folderBlobStore(folder + '/blobs'), step)
      const drive = steppingPort(
        folderDrive(${JSON.stringify(drive)}, { settle: 0, pageSize: 3 }), step)
      const sync = createSyncService({ ...unmapped, store, blobs, drive, now, log: silentLog })
      await sync.resume()
      ${deeds[deed]}
      await sync.idle()`,
  })
}

const at = (path: string) => new URL(path, import.meta.url).href

type Killed = {
  dataFolder: string
  /** Sets the clock, in ms. */
  time?: number
  point?: KillPoint | undefined
  /** What the work imports: the URL of each module by the names. */
  imports: Record<string, string>
  /** Uses `sqlite`, `folder`, `now`, `step` and `steppingPort`. */
  work: string
}

/**
 * Works on a folder's database in a process, and kills it as `kill -9` does. If the process finishes first, returns how
 * many steps it took and how long it ran, in ms.
 */
export function runStepping({ dataFolder, time, point, imports, work }: Killed): Promise<Ended> {
  const source = `
    import { writeSync } from 'node:fs'
    import { openSqliteStore } from '${at('../../adapters/sqlite/sqlite-document-store.ts')}'
    import { steppingPort } from '${import.meta.url}'
    ${Object.entries(imports)
      .map(([names, url]) => `import { ${names} } from '${url}'`)
      .join('\n')}
    const folder = ${JSON.stringify(dataFolder)}
    const last = ${point && 'step' in point ? point.step : 0}
    let steps = 0
    const step = () => { if ((steps += 1) === last) process.kill(process.pid, 'SIGKILL') }
    const now = () => new Date(${time ?? ''})
    writeSync(1, 'begun\\n')
    const began = performance.now()
    const sqlite = openSqliteStore({ path: folder + '/portal.sqlite', now })
    ${work}
    writeSync(1, JSON.stringify({ steps, ms: performance.now() - began }) + '\\n')`
  return runUntilKilled(source, point)
}

type Ended = { steps: number; ms: number } | 'killed'

/**
 * Runs a module in its own process, which prints a line when it begins, kills itself at its step, and prints how many
 * steps it took and how long it ran.
 */
export async function runUntilKilled(source: string, point?: KillPoint): Promise<Ended> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let output = ''
  let timer: NodeJS.Timeout | undefined
  child.stdout.on('data', (text: Buffer) => {
    output += text.toString()
    if (point && 'ms' in point) timer ??= setTimeout(() => child.kill('SIGKILL'), point.ms)
  })
  const [code, signal] = (await ended) as [number | null, string | null]
  clearTimeout(timer)
  if (signal === 'SIGKILL') return 'killed'
  if (code !== 0) throw new Error(`The process ended with ${code ?? signal}: ${output}`)
  return JSON.parse(output.trim().split('\n').at(-1)!) as { steps: number; ms: number }
}

/** A port that calls `step` before and after every call, with every chunk that it returns or receives. */
export function steppingPort<P extends object>(port: P, step: () => void): P {
  const entries = Object.entries(port).map(([name, method]) => [
    name,
    typeof method === 'function' ? stepping(method as Method, step) : method,
  ])
  return Object.fromEntries(entries) as P
}

type Method = (...given: unknown[]) => unknown

function stepping(method: Method, step: () => void): Method {
  return (...given) => {
    step()
    const result = method(...given.map((each) => steppingArgument(each, step)))
    if (isIterable(result)) return pieces(result, step)
    if (!(result instanceof Promise)) return result
    return result.then((value: unknown) => {
      step()
      return isIterable(value) && !(value instanceof ReadableStream) ? pieces(value, step) : value
    })
  }
}

/** The bytes of a blob, and a transaction's work with its calls. */
function steppingArgument(given: unknown, step: () => void): unknown {
  if (isIterable(given)) return pieces(given, step)
  if (typeof given !== 'function') return given
  const work = given as Method
  return (...inner: unknown[]) =>
    work(...inner.map((each) => (isOperations(each) ? steppingPort(each, step) : each)))
}

async function* pieces(all: AsyncIterable<unknown>, step: () => void): AsyncGenerator {
  for await (const piece of all) {
    step()
    yield piece
  }
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

function isOperations(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'get' in value && 'create' in value
}
