import { runFederated } from './federation.ts'
import { startPortal } from './start-portal.tsx'

startPortal({ runRelease: runFederated })
