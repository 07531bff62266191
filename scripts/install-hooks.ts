import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

// Without its own `.git` (an archive, an image) this may be a folder of somebody else's repository.
if (!process.env['CI'] && existsSync(path.join(root, '.git')) && !isSet('core.hooksPath')) {
  execFileSync('git', ['config', '--local', 'core.hooksPath', '.githooks'], { cwd: root })
}

function isSet(name: string): boolean {
  return spawnSync('git', ['config', '--get', name], { cwd: root }).status === 0
}
