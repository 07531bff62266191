import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime'
import { version } from 'react'
// Shared only if it is used.
import 'react/jsx-runtime'

type Exposed = { default: { name: string } }

/** Loads the module `./remote` of the release whose manifest is at an address. */
async function loadByManifest(name: string, entry: string): Promise<string> {
  registerRemotes([{ name, entry }])
  const exposed = await loadRemote<Exposed>(`${name}/remote`)
  return `${exposed?.default.name} with React ${version}`
}
Object.assign(globalThis, { loadByManifest })
