import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { CommandFailure } from './command.ts'

const run = promisify(execFile)

/** What goes into a remote's build from outside of its folder; the command line doesn't. */
const common = [
  'api/contract',
  'shell/remote-kit',
  'shared-ui',
  'pnpm-lock.yaml',
  ':(exclude)shell/remote-kit/bin',
  ':(exclude)shell/remote-kit/src/cli',
]

/** The commit that a remote's sources are of, in hex. Refuses sources that no commit has: nobody could find them again. */
export async function commitOf(dir: string, workspace: string): Promise<string> {
  const changed = await git(workspace, [
    'status',
    '--porcelain',
    '--',
    path.relative(workspace, dir),
    ...common,
  ])
  if (changed !== '') {
    throw new CommandFailure(
      `A release names the commit that it was built from. Commit these first:\n${changed}`,
    )
  }
  return git(workspace, ['rev-parse', 'HEAD'])
}

async function git(cwd: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await run('git', args, { cwd, maxBuffer: 16 * 1024 * 1024 })
    return stdout.trimEnd()
  } catch (cause) {
    const { stderr } = cause as { stderr?: string }
    const why = stderr?.trim().split('\n')[0] ?? String(cause)
    throw new CommandFailure(`A release names the commit that it was built from. ${why}`, { cause })
  }
}
