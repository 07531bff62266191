import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from '../../shell/remote-kit/src/build/rspack-build.ts'
import { buildAll } from '../build.ts'
import { ranges } from './package-file.ts'
import { root } from './published-packages.ts'

const kit = path.join(root, 'shell/remote-kit')
/** The entries of the API for tests, and where the built kit has them. */
const api = { '@portal/api/testing': 'test-api', '@portal/api/testing-portal': 'test-portal' }

/**
 * Adds what the kit takes from elsewhere in this workspace: the API in memory, as one script, a
 * built shell for the check of releases, and the scripts that its command line uses. Its imports are directed there.
 */
export async function completeKit(folder: string, emitted: string): Promise<void> {
  await bundleApi(path.join(folder, 'src/api'))
  cpSync(path.join(kit, 'src/css.d.ts'), path.join(folder, 'src/css.d.ts'))
  await buildAll({ only: ['shell'] })
  cpSync(path.join(root, 'shell/dist'), path.join(folder, 'shell'), {
    recursive: true,
    filter: isServed,
  })
  fillVersions(path.join(folder, 'template-repository/package.json.template'))
  // Its command line uses a few scripts of the workspace.
  cpSync(path.join(emitted, 'scripts'), path.join(folder, 'scripts'), { recursive: true })
  for (const file of globSync('{src,bin}/**/*.js', { cwd: folder })) {
    if (file.startsWith('src/api/')) continue
    const place = path.join(folder, file)
    const text = readFileSync(place, 'utf8')
    const own = directed(text, path.dirname(file))
    if (own !== text) writeFileSync(place, own)
  }
}

/** The check of a release serves the shell uncompressed. */
function isServed(file: string): boolean {
  return !file.endsWith('.br') && !file.endsWith('.inputs')
}

/** A separate repository names versions of this workspace's packages and libraries. */
function fillVersions(file: string): void {
  const { dependencies, devDependencies, ...rest } = JSON.parse(
    readFileSync(file, 'utf8'),
  ) as Record<string, Record<string, string>>
  const filled = {
    ...rest,
    dependencies: ranges(dependencies!),
    devDependencies: ranges(devDependencies!),
  }
  writeFileSync(file, `${JSON.stringify(filled, null, 2)}\n`)
}

function directed(text: string, from: string): string {
  const scripts = text.replaceAll('../../../../scripts/', '../../scripts/')
  return Object.entries(api).reduce(
    (rest, [request, name]) =>
      rest.replaceAll(`'${request}'`, () => {
        const place = path.posix.relative(from, `src/api/${name}.js`)
        return `'${place.startsWith('.') ? place : `./${place}`}'`
      }),
    scripts,
  )
}

/** Bundles the API with its libraries; what only running portals use is loaded by name, if at all. */
async function bundleApi(out: string): Promise<void> {
  await build({
    name: 'api for tests',
    mode: 'production',
    target: 'node',
    context: path.join(root, 'api'),
    entry: Object.fromEntries(Object.values(api).map((name) => [name, `./src/testing/${name}.ts`])),
    output: {
      path: out,
      module: true,
      chunkFormat: 'module',
      library: { type: 'module' },
      filename: '[name].js',
      chunkFilename: '[id].js',
    },
    externalsType: 'module',
    externals: [/^@portal\//, /^zod(\/|$)/, 'sharp'],
    resolve: { extensions: ['.ts', '...'] },
    module: {
      parser: { javascript: { url: false, importMeta: false } },
      rules: [
        {
          test: /\.ts$/,
          type: 'javascript/auto',
          loader: 'builtin:swc-loader',
          options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' } },
        },
      ],
    },
    performance: false,
    devtool: false,
  })
}
