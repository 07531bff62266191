import { runFederated } from './federation.ts'
import { warnTooOld } from './needed-apis.ts'
import { startPortal } from './start-portal.tsx'

warnTooOld()
void startPortal({ runRelease: runFederated })
