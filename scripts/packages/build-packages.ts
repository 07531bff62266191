import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { completeKit } from './complete-kit.ts'
import { copyKeptModules } from './kept-modules.ts'
import { publishedFile } from './package-file.ts'
import { type PublishedPackage, publishedPackages, root } from './published-packages.ts'
import { completeTypes } from './type-files.ts'

const run = promisify(execFile)

/** Files that are published as they are. */
const assets = [
  '{README,CHANGELOG}.md',
  'src/**/*.{css,cjs}',
  'fonts/*.woff2',
  '{template,template-repository}/**/*',
]

/** The folder of a built package: `shared-ui`. */
export function builtFolder(out: string, { folder }: Pick<PublishedPackage, 'folder'>): string {
  return path.join(out, path.basename(folder))
}

/**
 * Builds the packages as they are published, each to a folder in `out`: JavaScript with types,
 * without a path into this workspace. `check: false` leaves types that don't fit to the lint, which
 * reports them as well: checking them is most of the work, and doesn't change what is built.
 */
export async function buildPackages(out: string, { check = true } = {}): Promise<void> {
  const all = publishedPackages()
  const cache = path.join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  const work = mkdtempSync(path.join(cache, 'packages-'))
  try {
    const emitted = await compile(all, work, check)
    for (const published of all) {
      const target = builtFolder(out, published)
      rmSync(target, { recursive: true, force: true })
      cpSync(path.join(emitted, published.folder), target, { recursive: true })
      copyAssets(path.join(root, published.folder), target)
      const text = JSON.stringify(publishedFile(published.file), null, 2)
      writeFileSync(path.join(target, 'package.json'), `${text}\n`)
    }
    copyKeptModules(emitted, builtFolder(out, { folder: 'api/contract' }))
    await completeKit(builtFolder(out, all.at(-1)!), emitted)
    for (const published of all) completeTypes(published, builtFolder(out, published))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Compiles what the packages export and what their commands use; each file keeps its place. */
async function compile(
  all: readonly PublishedPackage[],
  work: string,
  check: boolean,
): Promise<string> {
  const emitted = path.join(work, 'emitted')
  const project = path.join(work, 'tsconfig.json')
  const entries = all.flatMap(({ folder, file, sources }) =>
    [...sources, ...Object.values(file.bin ?? {})]
      .filter((module) => /\.tsx?$/.test(module))
      .map((module) => path.join(root, folder, module)),
  )
  const config = {
    extends: path.join(root, all.at(-1)!.folder, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      noCheck: !check,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      target: 'es2023',
      rootDir: root,
      outDir: emitted,
    },
    include: all.map(({ folder }) => path.join(root, folder, 'src/**/*.d.ts')),
    files: entries,
  }
  writeFileSync(project, JSON.stringify(config))
  const tsc = path.join(root, 'node_modules/.bin/tsc')
  await run(tsc, ['-p', project, '--pretty', 'false']).catch((cause: { stdout?: string }) => {
    throw new Error(`The packages can’t be compiled:\n${cause.stdout ?? ''}`, { cause })
  })
  return emitted
}

function copyAssets(from: string, to: string): void {
  for (const file of globSync(assets, { cwd: from, withFileTypes: true })) {
    if (!file.isFile()) continue
    const place = path.relative(from, path.join(file.parentPath, file.name))
    cpSync(path.join(from, place), path.join(to, place))
  }
}
