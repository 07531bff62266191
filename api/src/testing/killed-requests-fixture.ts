import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importPeople } from '@portal/contract/directory'
import { publishRelease } from '@portal/contract/publishing'
import type { Call } from '@portal/remote-kit/client'
import { folderBlobStore } from '../adapters/folder/folder-blob-store.ts'
import { ownSignIn } from '../adapters/portal/portal-fixture.ts'
import { openSqliteStore } from '../adapters/sqlite/sqlite-document-store.ts'
import { publishedBuild, uploadFiles } from '../features/releases/published-build-fixture.ts'
import { runUntilKilled, steppingPort } from '../features/sync/sync-kill-fixture.ts'
import { testApi } from './test-api.ts'

export const build = publishedBuild({ release: '1.0.0-a' })
export const params = { remote: 'meetings' }

/** Two requests of the import. */
export const batches = [
  ['Ada Park', 'Ben Ode', 'Carla Ruiz'],
  ['Dai Evans', 'Eva Holm', 'Femi Bello'],
].map((names) =>
  names.map((name) => {
    const email = `${name.toLowerCase().replace(' ', '.')}@larkspur.example`
    return { name, email, role: 'Trustee', type: 'board' }
  }),
)

/** Sends the requests of a task, and reports what was answered. */
type Task = (call: Call, answered: (ids: readonly string[]) => void) => Promise<void>

export const tasks = {
  async publishing(call) {
    await uploadFiles(call, build)
    await call(publishRelease, { params, body: build.manifest })
  },
  async importing(call, answered) {
    for (const people of batches) {
      const outcomes = await call(importPeople, { body: { people, accounts: true } })
      answered(outcomes.people.flatMap(({ id, uid }) => [id!, uid!]))
    }
  },
} satisfies Record<string, Task>

/** A portal with its own accounts over the embedded adapters in a folder. */
export async function portalIn(folder: string, step = (): void => undefined) {
  const wrap = <P extends object>(port: P): P => steppingPort(port, step)
  const store = wrap(openSqliteStore({ path: join(folder, 'portal.sqlite') }))
  const blobs = wrap(folderBlobStore(join(folder, 'blobs')))
  const { accounts } = ownSignIn(store)
  return { ...(await testApi({ ports: { store, blobs, accounts } })), store, accounts }
}

/** Does a task in a process of its own, which kills itself at a step, as `kill -9` does. */
export function doAndKill(task: keyof typeof tasks, folder: string, step?: number) {
  const source = `
    import { appendFileSync, writeSync } from 'node:fs'
    import { portalIn, tasks } from ${JSON.stringify(import.meta.url)}
    let steps = -Infinity
    const { call } = await portalIn(${JSON.stringify(folder)}, () => {
      if ((steps += 1) === ${step ?? 0}) process.kill(process.pid, 'SIGKILL')
    })
    steps = 0
    await tasks.${task}(call('admin'), (ids) =>
      appendFileSync(${JSON.stringify(answersIn(folder))}, ids.map((id) => id + '\\n').join('')))
    writeSync(1, JSON.stringify({ steps, ms: 0 }) + '\\n')
    process.exit()`
  return runUntilKilled(source, step === undefined ? undefined : { step })
}

const answersIn = (folder: string) => join(folder, 'answers')

/** The ids that a killed process had got in answers. */
export function answeredIn(folder: string): string[] {
  try {
    return readFileSync(answersIn(folder), 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}
