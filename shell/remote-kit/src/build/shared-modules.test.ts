import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { componentsFolder, consumedModules, sharedModules } from './shared-modules.ts'

const kit = path.join(import.meta.dirname, '../..')
const { exports } = JSON.parse(readFileSync(path.join(kit, 'package.json'), 'utf8')) as {
  exports: Record<string, string>
}
/** Only tests, and the build, import these. */
const notBundled = new Set(['./testing', './testing-setup', './memory-api', './rspack'])
const contexts = new Set(['src/router.ts', 'src/portal.tsx', 'src/query.ts'])

it('shares each part of the kit that uses the shell’s router, portal or queries', () => {
  const usesShell = Object.entries(exports)
    .filter(([name, file]) => !notBundled.has(name) && importsContext(path.join(kit, file)))
    .map(([name]) => name.replace('.', '@portal/remote-kit'))
  expect(usesShell).toContain('@portal/remote-kit/redirect')
  expect(sharedModules).toEqual(expect.arrayContaining(usesShell))
})

it('shares every component of shared-ui', () => {
  const components = readdirSync(path.join(componentsFolder, 'src'))
    .filter((file) => file.endsWith('.tsx') && !/\.(test|stories)\./.test(file))
    .map((file) => `@portal/shared-ui/${path.parse(file).name}`)
  expect(components.length).toBeGreaterThan(30)
  // Named in its package.json under portal.shared, which a published package has too.
  expect(sharedModules.filter((name) => name.includes('/shared-ui/'))).toEqual(
    components.toSorted(),
  )
})

it('bundles the shared queries into each remote, because their schemas are its own', () => {
  const queries = Object.keys(exports).filter((name) => name.startsWith('./queries/'))
  expect(queries.length).toBeGreaterThan(4)
  expect(sharedModules.filter((name) => name.includes('/queries/'))).toEqual([])
})

it('lets a remote take modules from the shell alone, and offer none to another remote', () => {
  const consumed = Object.values(consumedModules())
  expect(consumed.map(({ shareKey }) => shareKey)).toEqual(sharedModules)
  // Without code of its own for a module, a container has nothing to offer.
  expect(consumed.filter((module) => module.import)).toEqual([])
})

/**
 * Bundled into a remote, such a file would bring its own router, outside the page's. A bundled file imports these
 * modules by the package's name, as a remote does, and so does every file that it imports.
 */
function importsContext(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false
  seen.add(file)
  const imports = /^(?:import (?!type )|export .* from |\} from ).*?'(\.\.?\/[^']+\.tsx?)'/gm
  return [...readFileSync(file, 'utf8').matchAll(imports)].some(([, relative]) => {
    const imported = path.join(path.dirname(file), relative!)
    return contexts.has(path.relative(kit, imported)) || importsContext(imported, seen)
  })
}
