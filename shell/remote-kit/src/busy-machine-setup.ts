import { configure } from '@testing-library/react'

/** Every screen of the workspace is tested at once, so the machine is busy; in ms. */
configure({ asyncUtilTimeout: 60_000 })
