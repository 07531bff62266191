import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { packageVersion, workspace } from './shared-modules.ts'

const sources = '**/*.{ts,tsx,css,json,html,svg,woff2}'
/** The command line is no part of what it builds. */
const skipped =
  /(^|\/)(node_modules|dist[^/]*|\.rspack)(\/|$)|\.test\.tsx?$|^shell\/remote-kit\/(bin|src\/cli)\//

/** Everything outside of a package's own folder that its build reads. */
const common = ['api/contract', 'shell/remote-kit', 'shared-ui', 'pnpm-lock.yaml']

/** `<version>-<hash of inputs>`: the same sources always make the same release. */
export function releaseIdOf(dir: string): string {
  return `${packageVersion(join(dir, 'package.json'))}-${inputHash(dir).slice(0, 12)}`
}

/** A hash over every file that a package's build reads. */
export function inputHash(dir: string): string {
  const hash = createHash('sha256')
  for (const file of inputsOf(dir)) {
    hash.update(relative(workspace, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function inputsOf(dir: string): string[] {
  const roots = [dir, ...common.map((path) => join(workspace, path))]
  const files = roots.flatMap((root) =>
    root.endsWith('.yaml')
      ? [root]
      : globSync(sources, { cwd: root, exclude: (name) => skipped.test(name) }).map((file) =>
          join(root, file),
        ),
  )
  return [...new Set(files)].filter((file) => !skipped.test(relative(workspace, file))).toSorted()
}
