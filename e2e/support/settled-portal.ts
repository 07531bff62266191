import { type RunningPortal, type RunOptions, runPortal } from '../../scripts/portal.ts'

/**
 * A portal on new data after the work of its first start, so that measurements and copies see it
 * idle.
 */
export async function runSettledPortal(options: RunOptions): Promise<RunningPortal> {
  const settled = Promise.withResolvers<void>()
  const portal = await runPortal({
    ...options,
    onLine: (line) => {
      if (line.includes('"texts of papers extracted"')) settled.resolve()
      options.onLine?.(line)
    },
  })
  void portal.ended.then((reason) => settled.reject(new Error(reason)))
  await settled.promise
  return portal
}
