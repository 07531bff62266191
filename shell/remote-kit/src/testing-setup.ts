import { resetWork } from '@portal/shared-ui/silence'
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

/**
 * Runs before every file of screen tests: the files share one worker's document and modules, and
 * each starts clean.
 */
history.replaceState(null, '', '/')
localStorage.clear()
sessionStorage.clear()
document.head.replaceChildren()
document.body.replaceChildren()
resetWork()

/**
 * The time at which every screen test starts; dates on screens never depend on the day of the run.
 */
const now = new Date('2026-11-18T20:00:00Z')
const startClock = () => void vi.useFakeTimers({ toFake: ['Date'], now, shouldAdvanceTime: true })

startClock()
beforeEach(startClock)
afterEach(() => {
  cleanup()
  resetWork()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

configure({
  /** A screen's first render also loads its code; in ms. */
  asyncUtilTimeout: 10_000,
  /** With the page, except while a query waits: it fails at each change of the page, and each time would print it all. */
  getElementError(message, container) {
    const isWaiting = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
    const parts = [message, isWaiting ? undefined : prettyDOM(container)]
    const error = new Error(parts.filter(Boolean).join('\n\n'))
    error.name = 'TestingLibraryElementError'
    return error
  },
})
