import { join } from 'node:path'
import { type Configuration, rspack } from '@rspack/core'
import { RspackDevServer } from '@rspack/dev-server'

/**
 * Serves a dev build with hot reload, for pages of one origin or, by default, of any. Returns a
 * function that stops it.
 */
export async function serve(
  config: Configuration,
  port: number,
  origin = '*',
): Promise<() => Promise<void>> {
  const compiler = rspack({
    ...config,
    plugins: [
      ...(config.plugins ?? []),
      // Not an alias: the refresh plugin prepends its own for `react-refresh`.
      new rspack.NormalModuleReplacementPlugin(
        /^react-refresh\/runtime$/,
        join(import.meta.dirname, 'refresh-runtime.cjs'),
      ),
    ],
    // In ms. An editor empties a file before it writes it: a build in between would force a page
    // reload.
    watchOptions: { aggregateTimeout: 100 },
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
  })
  const server = new RspackDevServer(
    {
      port,
      host: 'localhost',
      hot: true,
      liveReload: false,
      // The page connects to its socket under the page's host.
      allowedHosts: origin === '*' ? 'all' : [new URL(origin).hostname],
      headers: {
        'Access-Control-Allow-Origin': origin,
        'Cross-Origin-Resource-Policy': 'cross-origin',
      },
      // The page comes from the API's port, so the socket's own port must be set.
      client: { webSocketURL: `ws://localhost:${port}/ws`, overlay: false, logging: 'warn' },
    },
    compiler,
  )
  await server.start()
  return () => server.stop()
}
