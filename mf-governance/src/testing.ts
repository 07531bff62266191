import { configure } from '@testing-library/react'
import { vi } from 'vitest'

/** A screen's first showing also loads its code; a busy machine needs more than the default second. */
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })
