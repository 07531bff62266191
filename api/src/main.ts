import { printError } from '@portal/domain/print'
import { createLog } from './platform/log.ts'
import { startFailure, startPortal } from './start-portal.ts'

// Members' papers and notes: nobody else on this machine may read what the portal writes.
process.umask(0o077)
const now = () => new Date()
// oxlint-disable-next-line no-restricted-properties -- a log escapes its own lines
const log = createLog((line) => process.stderr.write(`${line}\n`), now)
// After an unexpected error the state may be inconsistent; a new process starts from what is stored.
process.on('uncaughtException', (cause) => {
  log.error('a defect outside of any request', { cause })
  process.exit(1)
})

const portal = await startPortal(process.env, { log, now }).catch((error: unknown) => {
  printError(...startFailure(error))
  process.exit(1)
})

/** In ms; shorter than the time that process managers wait before they kill. */
const stopLimit = 9500
let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    // A second signal stops at once.
    if (stopping) process.exit(1)
    stopping = true
    // This is safe: completed requests are stored, and an interrupted sync is resumed.
    setTimeout(() => {
      log.warn('stopped before everything had ended')
      process.exit(0)
    }, stopLimit)
    void portal.stop(signal).then(() => process.exit(0))
  })
}
// Callers that wait for this message may send a signal at once.
log.info('ready', { url: portal.url })
