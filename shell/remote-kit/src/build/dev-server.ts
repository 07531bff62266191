import type { Configuration } from '@rspack/core'

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
