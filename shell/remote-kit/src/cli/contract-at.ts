import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { CommandFailure } from './command.ts'

const run = promisify(execFile)
const contract = 'api/contract'
const versionFile = `${contract}/src/releases.ts`

/**
 * The contract's sources at a version, from the repository's history: as they last were before the
 * version was raised. Cached in `.cache`, because a past version never changes again.
 */
export async function contractAt(workspace: string, version: string): Promise<string> {
  const kept = path.join(workspace, '.cache/contract', version)
  if (existsSync(kept)) return kept
  const commit = await lastCommitOf(workspace, version)
  const making = `${kept}.${process.pid}`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true })
  const archive = path.join(making, 'contract.tar')
  await git(workspace, ['archive', '--output', archive, `${commit}:${contract}`, 'src'])
  await run('tar', ['-xf', archive, '-C', making])
  rmSync(archive)
  symlinkSync(path.join(workspace, contract, 'node_modules'), path.join(making, 'node_modules'))
  renameSync(making, kept)
  return kept
}

/** The last commit before a version of the contract was raised. */
export async function lastCommitOf(workspace: string, version: string): Promise<string> {
  const touching = await git(workspace, ['log', '--format=%H', '--', versionFile])
  for (const commit of touching.split('\n').filter(Boolean)) {
    const stated = await versionAt(workspace, commit)
    if (stated === version) return commitBeforeRaise(workspace, commit, version)
  }
  throw new CommandFailure(
    `The repository’s history doesn’t contain contract ${version}: fetch all of it (git fetch --unshallow), or set another contractRange in package.json.`,
  )
}

/** Other files of the contract kept changing until the version was raised. */
async function commitBeforeRaise(
  workspace: string,
  since: string,
  version: string,
): Promise<string> {
  const range = `${since}..HEAD`
  const later = await git(workspace, ['log', '--reverse', '--format=%H', range, '--', contract])
  let last = since
  for (const commit of later.split('\n').filter(Boolean)) {
    if ((await versionAt(workspace, commit)) !== version) break
    last = commit
  }
  return last
}

async function versionAt(workspace: string, commit: string): Promise<string | undefined> {
  const text = await git(workspace, ['show', `${commit}:${versionFile}`])
  return /contractVersion = '([\d.]+)'/.exec(text)?.[1]
}

async function git(cwd: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await run('git', args, { cwd, maxBuffer: 64 * 1024 * 1024 })
    return stdout.trim()
  } catch (cause) {
    const { stderr } = cause as { stderr?: string }
    const why = stderr?.trim().split('\n')[0] ?? String(cause)
    throw new CommandFailure(
      `The older contract can’t be read from the repository’s history. ${why}`,
      { cause },
    )
  }
}
