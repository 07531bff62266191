import { spawn } from 'node:child_process'
import { print } from '@portal/domain/print'
import { type Command, readArgs, WrongUse } from './command.ts'
import { moveLine, pointerLines } from './pointer-words.ts'
import { openPortal } from './portal-connection.ts'
import { remoteNamed } from './remote-folders.ts'
import { remoteStatus } from './remote-status.ts'
import { releaseLines } from './status-words.ts'

export const statusCommand: Command = {
  summary:
    'Shows which releases of a remote run for whom, how they and their previews do in browsers and with which errors, what an admin has approved or stopped, what the portal’s gate runner says, and the last changes.',
  usage: '[<remote>] [--release <release>] [--json | --open]',
  async run(args) {
    const { positionals, values } = readArgs(args, {
      options: {
        release: { type: 'string' },
        json: { type: 'boolean' },
        open: { type: 'boolean' },
      },
      most: 1,
    })
    const { release, json, open } = values
    if (json && open) throw new WrongUse('Choose --json or --open.')
    const remote = remoteNamed(positionals[0])
    const portal = openPortal(remote)
    const read = () => remoteStatus(portal, remote, release)
    const status = await read()
    if (open) {
      const { serveStatus } = await import('./status-page.ts')
      const page = await serveStatus(read)
      print('', `  ${remote} at ${page.address}`, '  Stop: Ctrl-C', '')
      openInBrowser(page.address)
      await new Promise<void>((resolve) => {
        process.once('SIGINT', () => resolve())
        process.once('SIGTERM', () => resolve())
      })
      await page.close()
      return 0
    }
    if (json) {
      print(JSON.stringify(status))
      return 0
    }
    const { pointer, verdicts, moves, releases } = status
    print(
      ...pointerLines(pointer, verdicts),
      '',
      ...releases.flatMap((one) => [...releaseLines(one, status), '']),
      ...moves.map(moveLine),
    )
    return 0
  },
}

const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Without a browser, the printed address is enough. */
function openInBrowser(address: string): void {
  const [program, ...first] = openers[process.platform] ?? ['xdg-open']
  const opened = spawn(program, [...first, address], { stdio: 'ignore', detached: true })
  opened.once('error', () => {})
  opened.unref()
}
