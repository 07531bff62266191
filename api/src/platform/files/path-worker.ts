import { stat } from 'node:fs/promises'
import type { PathState } from './look-at-paths.ts'

async function stateOf(path: string): Promise<PathState> {
  try {
    const found = await stat(path)
    if (found.isDirectory()) return 'folder'
    return found.isFile() ? 'file' : 'other'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return ['ENOENT', 'ENOTDIR'].includes(code) ? 'missing' : 'unknown'
  }
}

await Promise.all(
  process.argv.slice(2).map(async (path) => process.send?.([path, await stateOf(path)])),
)
process.disconnect?.()
