import { useEffect } from 'react'

/** How long the dashboard has to load its own pictures first, in ms. */
const laterDelay = 3000

/** Loads the viewer's code while the page is idle, so that the next press shows a paper without waiting for it. */
export function useViewerAhead(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || savesData()) return undefined
    const load = () =>
      void import('@portal/shared-ui/document-viewer')
        .then(({ loadViewer }) => loadViewer())
        .catch(() => undefined)
    const timer = setTimeout(() => {
      if ('requestIdleCallback' in globalThis) requestIdleCallback(load)
      else load()
    }, laterDelay)
    return () => clearTimeout(timer)
  }, [isWanted])
}

/** Whether the reader pays for data, or waits too long for it, as far as the browser says so. */
function savesData(): boolean {
  const { connection } = navigator as {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true
}
