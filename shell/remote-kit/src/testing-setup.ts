import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

/** Runs before every file of screen tests: the files share one worker's document and modules, and each begins anew. */
history.replaceState(null, '', '/')
localStorage.clear()
sessionStorage.clear()
document.head.replaceChildren()
document.body.replaceChildren()

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** A screen's first showing also loads its code, and a busy machine is slow; in ms. */
configure({ asyncUtilTimeout: 60_000 })
