import { runFederated } from './federation.ts'
import { startPortal } from './start-portal.tsx'

void startPortal({ runRelease: runFederated })
