import { writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'
import { startWorkerThread } from './worker-thread.ts'

it.runIf(process.platform === 'linux')(
  'lets the thread that answers requests go first',
  async () => {
    const script = join(temporaryFolder(), 'priority-worker.mjs')
    writeFileSync(
      script,
      `import { getPriority } from 'node:os'
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', () => parentPort.postMessage({ priority: getPriority() }))`,
    )
    const own = getPriority()
    const thread = startWorkerThread<string, { priority: number }>(pathToFileURL(script), {
      timeout: 10_000,
      memoryMb: 64,
    })
    onTestFinished(thread.stop)
    expect(await thread.ask('priority')).toEqual({ priority: Math.max(own, 10) })
    expect(getPriority()).toBe(own)
  },
)
