import { isQuiet } from '@portal/contract/silence'
import { commitCount } from './count-commits.ts'
import { isRunaway, runawaySeconds, suspiciousCommits } from './runaway.ts'

const second = 1000

/**
 * Calls back once the page has rendered without end for some seconds. Costs one comparison a second
 * while it doesn't.
 */
export function watchRenders(onRunaway: () => void): () => void {
  let commits = commitCount()
  let runaway = 0
  let measured: ReturnType<typeof measure> | undefined
  let ticked = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    const made = commitCount() - commits
    commits += made
    // A timer that is late says that the device slept or that one task took long.
    const seconds = (now - ticked) / second
    ticked = now
    if (measured) {
      const { frames, hadIdleTime, hadInput } = measured.end()
      const isExcused = document.hidden || hadInput || !isQuiet() || seconds > 3
      const each = { commits: made / seconds, frames: frames / seconds, hadIdleTime, isExcused }
      const found = isRunaway(each)
      if (found !== undefined) runaway = found ? runaway + 1 : 0
      if (runaway >= runawaySeconds) {
        runaway = 0
        onRunaway()
      }
    }
    measured = made / seconds >= suspiciousCommits ? measure() : undefined
    if (!measured) runaway = 0
  }, second)
  return () => {
    clearInterval(timer)
    measured?.end()
  }
}

const inputs = ['pointerdown', 'pointermove', 'wheel', 'touchmove', 'scroll', 'keydown'] as const

/** Counts frames, and looks for input and for a moment without work, until it is ended. */
function measure() {
  const ended = new AbortController()
  const options = { capture: true, passive: true, signal: ended.signal }
  let hadInput = false
  const noteInput = () => {
    hadInput = true
  }
  for (const input of inputs) addEventListener(input, noteInput, options)
  let frames = 0
  let hadIdleTime = 'requestIdleCallback' in globalThis ? false : undefined
  let frame = requestAnimationFrame(function count() {
    frames += 1
    frame = requestAnimationFrame(count)
  })
  const idle = globalThis.requestIdleCallback?.(() => {
    hadIdleTime = true
  })
  return {
    end() {
      ended.abort()
      cancelAnimationFrame(frame)
      if (idle !== undefined) globalThis.cancelIdleCallback?.(idle)
      return { frames, hadIdleTime, hadInput }
    },
  }
}
