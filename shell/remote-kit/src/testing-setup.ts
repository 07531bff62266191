import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

/** Runs before every file of screen tests: the files share one worker's document and modules, and each begins anew. */
history.replaceState(null, '', '/')
localStorage.clear()
sessionStorage.clear()
document.head.replaceChildren()
document.body.replaceChildren()

afterEach(cleanup)
