import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { repositoryOf } from './repository.ts'

const kinds = ['ts', 'tsx', 'cjs', 'css', 'json', 'html', 'svg', 'woff2']
const sources = `**/*.{${kinds.join(',')}}`
/** Tests, stories and the command line aren't part of a build. */
const skipped =
  /(^|\/)(node_modules|dist[^/]*|\.rspack)(\/|$)|\.(test|stories)\.tsx?$|^shared-ui\/stories\/|^shell\/remote-kit\/(bin|src\/cli)\//
/** The same as git pathspecs. */
const skippedGlobs = [
  '**/node_modules/**',
  '**/dist*',
  '**/dist*/**',
  '**/.rspack/**',
  '**/*.test.ts',
  '**/*.test.tsx',
  '**/*.stories.tsx',
  'shared-ui/stories/**',
  'shell/remote-kit/bin/**',
  'shell/remote-kit/src/cli/**',
]

/** The files outside a package's own folder that its build reads. */
const common = ['api/contract', 'api/domain', 'shell/remote-kit', 'shared-ui', 'pnpm-lock.yaml']

/** A hash of everything that goes into a package's build: a build of the same inputs can be reused. */
export function inputHash(dir: string): string {
  const hash = createHash('sha256')
  const repository = repositoryOf(dir)
  for (const file of inputsOf(dir)) {
    hash.update(relative(repository, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/**
 * The same files as git pathspecs, which also match deleted files. `folder`: relative to the
 * repository, or empty for all of it.
 */
export function inputSpecs(folder: string): string[] {
  const roots = [folder, ...common]
  return [
    ...roots.flatMap((root) =>
      root.endsWith('.yaml')
        ? [root]
        : kinds.map((kind) => `:(glob)${root && `${root}/`}**/*.${kind}`),
    ),
    ...skippedGlobs.map((glob) => `:(exclude,glob)${glob}`),
  ]
}

/** Every file that a package's build reads. */
export function inputsOf(dir: string): string[] {
  const repository = repositoryOf(dir)
  const roots = [dir, ...common.map((path) => join(repository, path))]
  const files = roots.flatMap((root) =>
    root.endsWith('.yaml')
      ? [root]
      : globSync(sources, { cwd: root, exclude: (name) => skipped.test(name) }).map((file) =>
          join(root, file),
        ),
  )
  return [...new Set(files)].filter((file) => !skipped.test(relative(repository, file))).toSorted()
}
