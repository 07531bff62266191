import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { inputSpecs } from '../build/build-inputs.ts'
import { CommandFailure } from './command.ts'

const run = promisify(execFile)

/** Inputs of a remote's build outside its folder; the command line isn't one. */
const common = [
  'api/contract',
  'api/domain',
  'shell/remote-kit',
  'shared-ui',
  'pnpm-lock.yaml',
  ':(exclude)shell/remote-kit/bin',
  ':(exclude)shell/remote-kit/src/cli',
]

/**
 * The newest commit, in hex, that changed any of the files that determine a release's id: the same release has the same
 * commit, regardless of other commits since. Refuses uncommitted sources, because nobody could find them again.
 */
export async function commitOf(dir: string, workspace: string): Promise<string> {
  const folder = path.relative(workspace, dir)
  const changed = await git(workspace, ['status', '--porcelain', '--', folder || '.', ...common])
  if (changed !== '') {
    throw new CommandFailure('A release names the commit it was built from. Commit these first:', {
      lines: changed.split('\n'),
    })
  }
  const newest = ['rev-list', '--max-count=1', 'HEAD', '--', ...inputSpecs(folder)]
  const commit = await git(workspace, newest)
  if (await historyEndsAt(workspace, commit)) {
    throw new CommandFailure(
      'A release names the commit of its sources, and the repository’s history doesn’t reach back to it: fetch all of it (git fetch --unshallow).',
    )
  }
  return commit
}

/** At the commit where a shallow clone ends, git treats everything as new. */
async function historyEndsAt(workspace: string, commit: string): Promise<boolean> {
  const ends = path.resolve(workspace, await git(workspace, ['rev-parse', '--git-path', 'shallow']))
  return existsSync(ends) && readFileSync(ends, 'utf8').includes(commit)
}

async function git(cwd: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await run('git', args, { cwd, maxBuffer: 16 * 1024 * 1024 })
    return stdout.trimEnd()
  } catch (cause) {
    const { stderr } = cause as { stderr?: string }
    const why = stderr?.trim().split('\n')[0] ?? String(cause)
    throw new CommandFailure(`A release names the commit it was built from. ${why}`, { cause })
  }
}
