import type { StoppedTab } from './heart-worker.ts'

/**
 * The tabs of this browser that stopped answering and haven't been reported. `heart-worker.ts`
 * stores them; not in the local storage, which a worker doesn't have.
 */
export function stoppedTabs(): Promise<StoppedTab[]> {
  return inStore((tabs) => tabs.getAll() as IDBRequest<StoppedTab[]>)
}

export async function storeStoppedTab(tab: StoppedTab): Promise<void> {
  await inStore((tabs) => tabs.put(tab, tab.session))
}

export async function forgetStoppedTab({ session }: StoppedTab): Promise<void> {
  await inStore((tabs) => tabs.delete(session))
}

async function inStore<T>(run: (tabs: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open('portal.stopped-tabs', 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('tabs'))
  const database = await settled(opening)
  try {
    return await settled(run(database.transaction('tabs', 'readwrite').objectStore('tabs')))
  } finally {
    database.close()
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error!))
  })
}
