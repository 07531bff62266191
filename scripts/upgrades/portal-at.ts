import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { lastCommitOf } from '../../shell/remote-kit/src/cli/contract-at.ts'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * The API's sources at a version of the contract, from the repository's history: as they last were before the version
 * was raised. They run with today's packages. Cached in `.cache`, because a past version never changes again. Returns
 * the file that starts it.
 */
export async function portalAt(version: string): Promise<string> {
  const kept = path.join(root, '.cache/portal', version)
  if (!existsSync(kept)) {
    const commit = await lastCommitOf(root, version)
    const making = `${kept}.${process.pid}`
    rmSync(making, { recursive: true, force: true })
    mkdirSync(making, { recursive: true })
    const archive = path.join(making, 'api.tar')
    execFileSync('git', ['archive', '--output', archive, commit, 'api'], { cwd: root })
    execFileSync('tar', ['-xf', archive, '-C', making])
    rmSync(archive)
    symlinkSync(path.join(root, 'node_modules'), path.join(making, 'node_modules'))
    for (const workspacePackage of ['api', 'api/contract', 'api/domain']) {
      const installed = path.join(workspacePackage, 'node_modules')
      // Relative links: the older API finds the older contract, and packages in the linked folder.
      cpSync(path.join(root, installed), path.join(making, installed), {
        recursive: true,
        verbatimSymlinks: true,
      })
    }
    renameSync(making, kept)
  }
  return path.join(kept, 'api/src/main.ts')
}
