import type { ServePlain } from '../http/plain-route.ts'
import { Refusal } from '../refusal.ts'
import type { DocumentStore } from '../store/document-store.ts'

type Options = { store: DocumentStore; ready: Promise<unknown> }

/** `/healthz`: the process answers. `/readyz`: so does its database, and all that is kept in memory is there. */
export function probeRoutes(plain: ServePlain, { store, ready }: Options): void {
  let isReady = false
  ready.then(
    () => (isReady = true),
    () => undefined,
  )
  const fine = () =>
    new Response('{"status":"ok"}', {
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    })
  plain(['GET'], '/healthz', fine)
  plain(['GET'], '/readyz', async () => {
    if (!isReady)
      throw new Refusal('unavailable', 'The portal is still starting.', { retryAfter: 2 })
    await store.get('admin', 'designatedAdmins')
    return fine()
  })
}
