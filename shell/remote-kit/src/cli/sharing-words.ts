import { sizeText } from '@portal/domain/file-size'
import type { ReleaseManifest } from '@portal/contract/releases'

type Sharing = Pick<ReleaseManifest, 'name' | 'brings' | 'shared'>

/** The remotes that run, and the version of each module that the portal's shell provides. */
type Around = {
  live: readonly (Pick<Sharing, 'name'> & Partial<Sharing>)[]
  provided?: Record<string, string> | undefined
}

/** Describes what a release shares with the shell, what it brings, and what that costs. */
export function sharingWords({ name, brings = {}, shared }: Sharing, around: Around): string {
  const modules = Object.keys(shared)
  const own = Object.entries(brings)
  if (own.length === 0) {
    return `shares ${modules.length} modules of the shell and brings none of its own`
  }
  const brought = own.map(([what, { version, compressed }]) => {
    const cost = `${what} ${version} of its own: +${sizeText(compressed)} (Brotli)`
    const users = around.live
      .filter((other) => other.name !== name && other.shared?.[what] !== undefined)
      .map((other) => other.name)
    if (users.length === 0) return cost
    return `${cost}; the shell’s ${around.provided?.[what]} is used by ${users.join(', ')}`
  })
  return `brings ${brought.join('; ')}; shares ${modules.join(', ') || 'nothing'}`
}
