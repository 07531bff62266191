import { type Configuration, rspack } from '@rspack/core'
import { RspackDevServer } from '@rspack/dev-server'

/** Serves a dev build, as `rspack serve` does. Returns a function that stops it. */
export async function serve(config: Configuration): Promise<() => Promise<void>> {
  const server = new RspackDevServer(config.devServer || {}, rspack(config))
  await server.start()
  return () => server.stop()
}
