import { join } from 'node:path'
import { type Configuration, rspack } from '@rspack/core'
import { RspackDevServer } from '@rspack/dev-server'

/** Serves a dev build with hot reload, for pages of one origin or, without one, of any. Returns what stops it. */
export async function serve(
  config: Configuration,
  port: number,
  origin = '*',
): Promise<() => Promise<void>> {
  const compiler = rspack({
    ...config,
    plugins: [
      ...(config.plugins ?? []),
      // Not an alias: the refresh plugin puts its own for `react-refresh` in front of ours.
      new rspack.NormalModuleReplacementPlugin(
        /^react-refresh\/runtime$/,
        join(import.meta.dirname, 'refresh-runtime.cjs'),
      ),
    ],
    // In ms. An editor empties a file before it writes it: built in between, the page has to load anew.
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
      // Its socket is asked by the page, under the page's host.
      allowedHosts: origin === '*' ? 'all' : [new URL(origin).hostname],
      headers: {
        'Access-Control-Allow-Origin': origin,
        'Cross-Origin-Resource-Policy': 'cross-origin',
      },
      // The page comes from the API's port; the socket has to be told of its own.
      client: { webSocketURL: `ws://localhost:${port}/ws`, overlay: false, logging: 'warn' },
    },
    compiler,
  )
  await server.start()
  return () => server.stop()
}
