import { pathToFileURL } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { ReleaseManifest, ReleaseScreen, RemoteDeclaration } from '@portal/contract/releases'
import { declarationOf, type Remote } from '../remote.ts'
import { declaredSettings } from './declared-settings.ts'
import { screensOf } from './route-screens.ts'

/** What the record of a release has from the remote's module. */
export type DeclaredRemote = {
  declaration: RemoteDeclaration
  screens: ReleaseScreen[]
  settings?: ReleaseManifest['settings']
}

type Task = { remoteModule: string }

/**
 * Reads the declaration from the running module, so that it can't differ from what is shipped. The module runs in a
 * thread of its own: this one would keep its first state, and a dev server would keep the first declaration.
 */
export function declaredRemote(remoteModule: string): Promise<DeclaredRemote> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { remoteModule } satisfies Task,
    })
    worker.once('message', (declared: DeclaredRemote) => {
      resolve(declared)
      // A timer of the remote's modules would keep it running.
      void worker.terminate()
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error(`${remoteModule} ended the thread that read it.`)))
  })
}

async function postDeclaration({ remoteModule }: Task): Promise<void> {
  const module = (await import(pathToFileURL(remoteModule).href)) as { default: Remote }
  const { settings, routes } = module.default
  const declared: DeclaredRemote = {
    declaration: declarationOf(module.default),
    screens: screensOf(routes),
    ...(settings && { settings: declaredSettings(settings) }),
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage(declared)
}

if (!isMainThread && (workerData as Partial<Task> | null)?.remoteModule !== undefined) {
  await postDeclaration(workerData as Task)
}
