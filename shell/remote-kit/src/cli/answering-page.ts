import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/**
 * How long a page may not answer before it counts as stopped, in ms; the same as for a reader's tab
 * (decision 0059).
 */
const answerTimeout = 10_000

const interval = 500

export type WhileAnswering<T> = { result: T } | { stopped: string }

/**
 * Runs work on a page as long as the page answers. One that is caught in a loop answers nothing and
 * can't be waited for: its code is ended, so that the page can be closed.
 */
export async function whileAnswering<T>(
  page: Page,
  work: () => Promise<T>,
): Promise<WhileAnswering<T>> {
  const session = await page.context().newCDPSession(page)
  const done = new AbortController()
  let answered = performance.now()
  const ask = () =>
    session.send('Runtime.evaluate', { expression: '0' }).then(
      () => (answered = performance.now()),
      () => {},
    )
  const silence = async (): Promise<WhileAnswering<T>> => {
    while (performance.now() - answered < answerTimeout) {
      // A ping before a navigation may get no answer; the next one does.
      void ask()
      await delay(interval, undefined, { signal: done.signal })
    }
    await session.send('Runtime.terminateExecution').catch(() => {})
    return { stopped: `the page stopped answering for ${answerTimeout / 1000} s` }
  }
  const working = work().then((result) => ({ result }))
  try {
    return await Promise.race([working, silence()])
  } finally {
    done.abort()
    // Anything that still waits for the closed page fails.
    working.catch(() => {})
  }
}
