import { print } from '@portal/domain/print'
import { portIsTaken } from '../../../../scripts/ports.ts'
import { devServer, serve } from '../build/dev-server.ts'
import { loadConfig } from '../build/rspack-build.ts'

import { type Command, CommandFailure, readArgs, WrongUse } from './command.ts'
import { remoteFolder } from './remote-folders.ts'

const usualPort = 3011

export const devCommand: Command = {
  summary: 'Serves one remote with hot reload, for a portal that is already running.',
  usage: '[<remote>] [--portal http://localhost:3000] [--port 3011]',
  async run(args) {
    const { positionals, values } = readArgs(args, {
      options: { portal: { type: 'string' }, port: { type: 'string' } },
      most: 1,
    })
    const { name, dir } = remoteFolder(positionals[0])
    const { portal = 'http://localhost:3000' } = values
    const origin = originOf(portal)
    const port = portOf(values.port)
    if (await portIsTaken(port)) {
      throw new CommandFailure(`Port ${port} is taken: choose another with --port.`)
    }
    const address = `http://localhost:${port}`
    const config = await loadConfig(dir, { RSPACK_SERVE: true }, { port })
    const stop = await serve({ ...config, devServer: devServer(port, origin) })
    print(
      '',
      `  ${name} with hot reload at ${address}`,
      `  In the portal, for one tab:  ${origin}/#mf=${name}@${address}`,
      '  Stop:                        Ctrl-C',
      '',
    )
    await new Promise<void>((resolve) => {
      process.once('SIGINT', () => resolve())
      process.once('SIGTERM', () => resolve())
    })
    await stop()
    return 0
  },
}

function originOf(portal: string): string {
  const url = URL.parse(portal)
  if (url && /^https?:$/.test(url.protocol)) return url.origin
  throw new WrongUse(
    `--portal must be an address such as https://portal.example.org, not “${portal}”.`,
  )
}

function portOf(text: string | undefined): number {
  const port = Number(text ?? usualPort)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new WrongUse(`--port must be a number up to 65535, not “${text}”.`)
}
