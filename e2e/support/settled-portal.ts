import { type RunningPortal, type RunOptions, runPortal } from '../../scripts/portal.ts'

/**
 * A portal on new data after the work of its first start, so that measurements and copies see it
 * idle.
 */
export async function runSettledPortal(options: RunOptions): Promise<RunningPortal> {
  const settling = waitForPapers()
  const portal = await runPortal({
    ...options,
    onLine: (line) => {
      settling.onLine(line)
      options.onLine?.(line)
    },
  })
  await settling.until(portal.ended)
  return portal
}

/** A quiet machine takes half a minute, and one that runs other suites as well many times that. In ms. */
const longest = 10 * 60_000

/** Reads a portal's log until it has completed its papers. */
export function waitForPapers() {
  const settled = Promise.withResolvers<void>()
  return {
    onLine: (line: string) => {
      if (line.includes('"papers completed"')) settled.resolve()
    },
    /** Fails if the portal ends before that. */
    async until(ended: Promise<string>): Promise<void> {
      void ended.then((reason) => settled.reject(new Error(reason)))
      const late = setTimeout(
        () =>
          settled.reject(new Error('The portal hasn’t completed its papers within ten minutes')),
        longest,
      )
      await settled.promise.finally(() => clearTimeout(late))
    },
  }
}
