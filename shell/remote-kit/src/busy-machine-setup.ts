import { configure } from '@testing-library/react'
import * as react from 'react'

/** Every screen of the workspace is tested at once, so the machine is busy; in ms. */
configure({ asyncUtilTimeout: 60_000 })

/** React keeps a stack for each of its first ten thousand elements in a second, for warnings that no test reads. */
const internals: object = Reflect.get(
  react,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set() {},
  configurable: true,
})
