import type { Call } from '@portal/contract/client'
import { getPortal, type PortalReply } from '@portal/contract/portal'

/** In ms. Coming back to the tab looks as well, unless it was done a moment ago. */
const every = 5 * 60_000
const leastBetween = 60_000

type Options = {
  call: Call
  running: Pick<PortalReply, 'composition' | 'shell'>
  /** Told whenever it changes: whether a reload would run something else than this tab. */
  onChange: (isNewer: boolean) => void
}

/**
 * Looks now and then, while somebody looks at the tab, whether something newer is out than it runs. Mostly the answer
 * is a 304 without a body, and a screen never waits for it. Returns what stops it.
 */
export function watchNewer({ call, running, onChange }: Options): () => void {
  const own = nameOf(running)
  let known = own
  let last = Date.now()

  const look = async () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < leastBetween) return
    last = Date.now()
    try {
      const now = nameOf(await call(getPortal))
      if (now === known) return
      known = now
      onChange(now !== own)
    } catch {
      // Asked again the next time.
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
