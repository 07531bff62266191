import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

type KeptModule = { source: string; more?: string }

/**
 * Modules of the contract that are in packages which depend on it now. It can't import them from there, so until its
 * next major version its published form has a copy of each. Nothing in this workspace can import them from it.
 */
const keptModules: Record<string, KeptModule> = {
  client: {
    source: 'shell/remote-kit/src/client',
    more: "export { backgroundHeader } from './sign-ins.js';\n",
  },
  silence: { source: 'shared-ui/src/silence' },
}

const folder = 'api/contract'

/** What a published package has in addition to its sources, by import path as in `PublishedPackage.modules`. */
export function keptModulesOf(one: { folder: string; name: string }): [string, string][] {
  if (one.folder !== folder) return []
  return Object.keys(keptModules).map((name) => [`${one.name}/${name}`, `./src/${name}.ts`])
}

/** Copies the compiled modules into the built contract, where they import each other and the contract's own files. */
export function copyKeptModules(emitted: string, contract: string): void {
  for (const [name, { source, more = '' }] of Object.entries(keptModules)) {
    for (const extension of ['.js', '.d.ts']) {
      const text = readFileSync(path.join(emitted, source + extension), 'utf8')
      const own = text.replaceAll(/'@portal\/(?:contract|shared-ui)\/([\w-]+)'/g, "'./$1.js'")
      writeFileSync(path.join(contract, 'src', name + extension), own + more)
    }
  }
}
