import type { Call } from '@portal/contract/client'
import { briefReleases, getPortal, type PortalReply } from '@portal/contract/portal'

/** In ms. Returning to the tab checks as well, unless it was done a moment ago. */
const every = 5 * 60_000
const minInterval = 60_000

type Options = {
  call: Call
  running: Pick<PortalReply, 'composition' | 'shell'>
  /** Called when it changes: whether a reload would run something other than this tab. */
  onChange: (isNewer: boolean) => void
}

/**
 * Checks periodically, while the tab is visible, whether something newer is out. The response is usually a 304, and
 * no screen waits for it. Returns a function that stops it.
 */
export function watchForUpdates({ call, running, onChange }: Options): () => void {
  const own = nameOf(running)
  let known = own
  let last = Date.now()

  const look = async () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < minInterval) return
    last = Date.now()
    try {
      const now = nameOf(await call(getPortal, briefReleases))
      if (now === known) return
      known = now
      onChange(now !== own)
    } catch {
      // Tried again the next time.
    }
  }
  const onVisible = () => void look()
  const timer = setInterval(onVisible, every)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onVisible)
  }
}

function nameOf({ composition, shell = '' }: Options['running']): string {
  return `${composition.id} ${shell}`
}
