/** The oldest major version of Node that the kit runs on, as in its `engines`. */
const oldest = 24

/** The sentence for a Node that is too old; undefined for the others. */
export function tooOldNode(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= oldest) return undefined
  return `The portal command needs Node ${oldest} or later, and this is Node ${version}.`
}
