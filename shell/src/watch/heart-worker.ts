// This file is served as it is, compiled but not bundled: it can import only types.

/** What a page sends with each beat: what to report if it is the last one. */
export type TabState = Running & {
  session: string
  composition: string
  /** The other releases that ran, if it isn't known which one is responsible. */
  others?: Running[]
}

/** A release that runs in a tab. */
export type Running = {
  remote: string
  release: string
  /** The pattern of the route that shows it. */
  route?: string
}

/** A tab that stopped answering; `at` in ms since 1970. */
export type StoppedTab = TabState & { at: number }

/** From the page: it answers, or it won't answer for a good reason. */
export type Beat = { state: TabState } | { pause: true }

/** How often the worker checks for a beat, in ms. */
const tickInterval = 1000

/**
 * A page that hasn't answered for this long is lost to its reader, in ms. Opening the largest paper on an old tablet
 * blocks a page for two to three seconds; browsers offer to close one after ten to fifteen.
 */
const beatDeadline = 10_000

type Heart = {
  beat: (beat: Beat) => void
  /** To be called every `tickInterval`. */
  tick: () => void
}

type HeartOptions = {
  now: () => number
  /** Called when the page has stopped answering. */
  onStopped: (state: TabState) => void
  /** Called when it answers again. */
  onAnswer: () => void
}

/** Follows the beats of a page, in a thread that keeps running when the page doesn't. */
export function createHeart({ now, onStopped, onAnswer }: HeartOptions): Heart {
  let state: TabState | undefined
  let answeredAt = now()
  let ticked = now()
  let isStopped = false
  return {
    beat(beat) {
      answeredAt = now()
      state = 'state' in beat ? beat.state : undefined
      if (isStopped) onAnswer()
      isStopped = false
    },
    tick() {
      const sinceTick = now() - ticked
      ticked += sinceTick
      // This thread didn't run either: the device slept, or is too busy to tell.
      if (sinceTick > 3 * tickInterval) answeredAt = now()
      if (isStopped || !state || now() - answeredAt < beatDeadline) return
      isStopped = true
      onStopped(state)
    },
  }
}

/** As `stopped-tabs.ts` reads it. */
function store(tab: StoppedTab): void {
  const opening = indexedDB.open('portal.stopped-tabs', 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('tabs'))
  opening.addEventListener('success', () => {
    opening.result.transaction('tabs', 'readwrite').objectStore('tabs').put(tab, tab.session)
    opening.result.close()
  })
}

function start(page: Worker): void {
  page.postMessage('follows', [])
  const heart = createHeart({
    now: () => performance.now(),
    onStopped: (state) => store({ ...state, at: Date.now() }),
    onAnswer: () => page.postMessage('answers', []),
  })
  page.addEventListener('message', ({ data }: MessageEvent<Beat>) => heart.beat(data))
  setInterval(() => heart.tick(), tickInterval)
}

// Not in tests.
if ('WorkerGlobalScope' in globalThis) start(globalThis as unknown as Worker)
