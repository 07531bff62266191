import { type Configuration, rspack } from '@rspack/core'
import { RspackDevServer } from '@rspack/dev-server'

type DevServer = Exclude<Configuration['devServer'], false | undefined>

/** The options of a dev server with hot reload, for pages of one origin or, without one, of any. */
export function devServer(port: number, origin = '*'): DevServer {
  return {
    port,
    host: 'localhost',
    hot: true,
    liveReload: false,
    // The page opens the socket under its own host.
    allowedHosts: origin === '*' ? 'all' : [new URL(origin).hostname],
    headers: {
      'Access-Control-Allow-Origin': origin,
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
    // The page comes from the API's port, so the socket's own must be given.
    client: { webSocketURL: `ws://localhost:${port}/ws`, overlay: false, logging: 'warn' },
  }
}

/** Serves a dev build, as `rspack serve` does. Returns a function that stops it. */
export async function serve(config: Configuration): Promise<() => Promise<void>> {
  const server = new RspackDevServer(config.devServer || {}, rspack(config))
  await server.start()
  return () => server.stop()
}
