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
      if (line.includes('"papers completed"')) settled.resolve()
      options.onLine?.(line)
    },
  })
  void portal.ended.then((reason) => settled.reject(new Error(reason)))
  const late = setTimeout(
    () => settled.reject(new Error('The portal hasn’t completed its papers within two minutes')),
    120_000,
  )
  await settled.promise.finally(() => clearTimeout(late))
  return portal
}
