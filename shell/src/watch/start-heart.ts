import { onRunningChange } from '../mounted-releases.ts'
import type { Beat } from './heart-worker.ts'
import { markOpenTab } from './open-tab.ts'
import { tabState } from './tab-state.ts'

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
  /** The worker follows the page. */
  onFollowed: () => void
}

/** The page won't answer for a while, or has ended: a dialog of the browser stops its code. */
const pauses = ['pagehide', 'beforeunload', 'beforeprint', 'freeze']

/**
 * Lets a worker know that this page answers. When it doesn't, the worker stores what was on it.
 * Returns a function that ends this.
 */
export function startHeart(options: HeartOptions): () => void {
  const { session, composition, onAnswer, onFollowed } = options
  const address = policy?.createScriptURL(heartWorker) ?? heartWorker
  const worker = new Worker(address, { type: 'module', name: 'heart' })
  const unmark = markOpenTab(session)
  worker.addEventListener('message', ({ data }: MessageEvent<'follows' | 'answers'>) => {
    if (data === 'answers') return onAnswer()
    beat()
    return onFollowed()
  })
  const send = (beat: Beat) => worker.postMessage(beat, [])
  const pause = () => send({ pause: true })
  const beat = () => {
    const state = tabState({ session, composition })
    return document.hidden || !state ? pause() : send({ state })
  }
  // What has just started may be what stops the page: a second later may be too late to say so.
  const stopFollowing = onRunningChange(beat)
  const timer = setInterval(beat, beatInterval)
  const ended = new AbortController()
  const { signal } = ended
  for (const event of pauses) addEventListener(event, pause, { signal })
  document.addEventListener('visibilitychange', () => document.hidden && pause(), { signal })
  return () => {
    ended.abort()
    clearInterval(timer)
    stopFollowing()
    worker.terminate()
    unmark()
  }
}
