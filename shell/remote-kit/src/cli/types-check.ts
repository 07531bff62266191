import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { contractVersion } from '@portal/contract/releases'
import { CommandFailure } from './command.ts'
import { contractAt } from './contract-at.ts'
import { contractRangeOf, lowestOf } from '../build/contract-range.ts'
import type { Finding } from './findings.ts'
import type { RemoteFolder } from './remote-folders.ts'

const run = promisify(execFile)

/**
 * Checks that a remote's sources compile against the current contract, and against the lowest one
 * it supports.
 */
export async function checkTypes(remote: RemoteFolder, workspace: string): Promise<Finding> {
  const range = supportedRange(remote)
  const lowest = lowestOf(range)
  const current = await errorsAgainst(remote, workspace)
  const faults = current.map((error) => `Against contract ${contractVersion}: ${error}`)
  if (lowest === contractVersion) {
    const said = `compiles against contract ${contractVersion}, which is also the lowest of ${range}`
    return { check: 'types', faults, said }
  }
  if (!existsSync(path.join(workspace, 'api/contract'))) {
    const advice = `install the @portal/contract that has contract ${lowest}, or raise portal.contractRange in package.json`
    const fault = `The packages have contract ${contractVersion}, not ${lowest}, the lowest of ${range}: ${advice}.`
    return { check: 'types', faults: [...faults, fault], said: '' }
  }
  try {
    const contract = await contractAt(workspace, lowest)
    const errors = await errorsAgainst(remote, workspace, contract)
    faults.push(
      ...errors.map((error) => `Against contract ${lowest}, the lowest of ${range}: ${error}`),
    )
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error
    faults.push(error.message)
  }
  return {
    check: 'types',
    faults,
    said: `compiles against contract ${contractVersion} and against ${lowest}, the lowest of ${range}`,
  }
}

function supportedRange({ dir }: RemoteFolder): string {
  try {
    return contractRangeOf(dir)
  } catch (cause) {
    throw new CommandFailure((cause as Error).message, { cause })
  }
}

/**
 * Compiler errors in the remote's own files; optionally with another contract's folder instead of
 * the current one.
 */
async function errorsAgainst(
  { dir }: RemoteFolder,
  workspace: string,
  contract?: string,
): Promise<string[]> {
  const cache = path.join(workspace, '.cache/types')
  mkdirSync(cache, { recursive: true })
  const known = path.join(cache, path.basename(dir))
  if (contract === undefined) {
    return compilerErrors(dir, workspace, path.join(dir, 'tsconfig.json'), known)
  }
  const folder = mkdtempSync(path.join(cache, 'against-'))
  const project = path.join(folder, 'tsconfig.json')
  const include = ['src', 'rspack.config.ts'].map((part) => path.join(dir, part))
  const types = path.join(workspace, 'shell/remote-kit/src/css.d.ts')
  try {
    writeFileSync(
      project,
      JSON.stringify({
        extends: path.join(dir, 'tsconfig.json'),
        compilerOptions: { paths: { '@portal/contract/*': [path.join(contract, 'src/*.ts')] } },
        include: [...include, types],
      }),
    )
    return await compilerErrors(dir, workspace, project, `${known}-${path.basename(contract)}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Checks only the remote's own files: the shell brings the others, with its own contract. Files
 * that `known` lists as correct aren't compiled again.
 */
async function compilerErrors(
  dir: string,
  workspace: string,
  project: string,
  known: string,
): Promise<string[]> {
  const tsc = path.join(workspace, 'node_modules/.bin/tsc')
  const kept = ['--incremental', '--tsBuildInfoFile', `${known}.tsbuildinfo`]
  try {
    await run(tsc, ['-p', project, '--pretty', 'false', ...kept], { cwd: workspace })
    return []
  } catch (error) {
    const { stdout } = error as { stdout?: string }
    if (stdout === undefined) throw error
    const folder = path.relative(workspace, dir)
    const own = folder === '' ? '' : `${folder}/`
    const lines = stdout.split('\n').filter((line) => / error TS\d+: /.test(line))
    if (lines.length === 0) throw error
    return lines.filter((line) => line.startsWith(own) || !/^\S+\(\d/.test(line))
  }
}
