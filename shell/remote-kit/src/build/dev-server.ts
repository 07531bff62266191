import path from 'node:path'
import { type Compiler, type Configuration, rspack } from '@rspack/core'
import { RspackDevServer } from '@rspack/dev-server'
import { codeFrames } from './code-frame.ts'

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
    // After the one that sets the headers.
    setupMiddlewares: (middlewares, { compiler }) => [...middlewares, codeFrames(mapsOf(compiler))],
    // The page comes from the API's port, so the socket's own must be given.
    client: { webSocketURL: `ws://localhost:${port}/ws`, overlay: false, logging: 'warn' },
  }
}

/** Reads the source maps of the latest build, which is kept in memory. */
function mapsOf(compiler: unknown): (file: string) => string | undefined {
  return (file) => {
    // Only now: the server exchanges the file system when it starts.
    const { outputFileSystem, outputPath } = compiler as Compiler
    const files = outputFileSystem as unknown as { readFileSync: (file: string) => Buffer } | null
    try {
      return files?.readFileSync(path.join(outputPath, file)).toString()
    } catch {
      return undefined
    }
  }
}

/** Serves a dev build, as `rspack serve` does. Returns a function that stops it. */
export async function serve(config: Configuration): Promise<() => Promise<void>> {
  const server = new RspackDevServer(config.devServer || {}, rspack(config))
  await server.start()
  return () => server.stop()
}
