import { responsibleRelease } from '../mounted-releases.ts'
import type { Beat } from './heart-worker.ts'
import { markOpenTab } from './open-tab.ts'

/** In ms. */
const beatInterval = 1000

const heartWorker = new URL('./heart-worker.ts?worker', import.meta.url).href
const policy = globalThis.trustedTypes?.createPolicy('portal-shell', {
  createScriptURL: (url) => (url === heartWorker ? url : null),
})

type HeartOptions = {
  session: string
  composition: string
  /** The page had stopped answering, and answers again. */
  onAnswer: () => void
}

/** The page won't answer for a while, or has ended: a dialog of the browser stops its code. */
const pauses = ['pagehide', 'beforeunload', 'beforeprint', 'freeze']

/**
 * Lets a worker know that this page answers. When it doesn't, the worker stores what was on it.
 * Returns a function that ends this.
 */
export function startHeart({ session, composition, onAnswer }: HeartOptions): () => void {
  const address = policy?.createScriptURL(heartWorker) ?? heartWorker
  const worker = new Worker(address, { type: 'module', name: 'heart' })
  const unmark = markOpenTab(session)
  worker.addEventListener('message', onAnswer)
  const send = (beat: Beat) => worker.postMessage(beat, [])
  const pause = () => send({ pause: true })
  const beat = () => {
    const responsible = responsibleRelease()
    if (document.hidden || !responsible) return pause()
    const { release, route } = responsible
    const state = { session, composition, remote: release.name, release: release.release, route }
    return send({ state })
  }
  const timer = setInterval(beat, beatInterval)
  const ended = new AbortController()
  const { signal } = ended
  for (const event of pauses) addEventListener(event, pause, { signal })
  document.addEventListener('visibilitychange', () => document.hidden && pause(), { signal })
  return () => {
    ended.abort()
    clearInterval(timer)
    worker.terminate()
    unmark()
  }
}
