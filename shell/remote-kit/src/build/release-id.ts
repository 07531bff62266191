import { createHash } from 'node:crypto'
import type { Asset, Compiler } from '@rspack/core'
import { isToolFile } from './tool-files.ts'

/** Placeholder for the id until it is known; of the same length, and part of no other word. */
export const unknownId = 'ReleaseIdHex'

/**
 * Names a release by its content: `<version>-<hash>`, a hash of the code, styles and other files of its own bundle,
 * which include the versions that it requires of the shell, and of `record`. The code contains the id itself (in its
 * addresses, globals and class names), so the build uses `unknownId`, which is replaced before the files get their own
 * hashes.
 */
export function releaseIdentity(record: string): ReleaseIdentity {
  let id: string | undefined
  const named = (text: string) => {
    if (id === undefined) throw new Error('The release has no id before its build')
    return text.replaceAll(unknownId, id)
  }
  const plugin = {
    apply(compiler: Compiler) {
      const { Compilation, sources } = compiler.rspack
      compiler.hooks.thisCompilation.tap('release id', (compilation) => {
        // After minification and the bill of materials, before integrity attributes and file names.
        const stage = Compilation.PROCESS_ASSETS_STAGE_SUMMARIZE + 1
        compilation.hooks.processAssets.tap({ name: 'release id', stage }, () => {
          const assets = compilation.getAssets()
          id = hashOf(
            assets.filter(({ name }) => !isToolFile(name) && !name.endsWith('.map')),
            record,
          )
          for (const { name, source } of assets) {
            const text = source.source()
            if (typeof text !== 'string' || !text.includes(unknownId)) continue
            compilation.updateAsset(name, new sources.RawSource(named(text)))
          }
        })
      })
    },
  }
  return { plugin, named }
}

type ReleaseIdentity = {
  plugin: { apply: (compiler: Compiler) => void }
  /** A text of the build with the release’s id, once that is known. */
  named: (text: string) => string
}

/** The files' own names have provisional hashes, which depend on more than their content. */
function hashOf(assets: readonly Readonly<Asset>[], record: string): string {
  const provisional = new Set(assets.flatMap(({ info }) => info.contenthash ?? []))
  const settled = (text: string) =>
    [...provisional].reduce((rest, name) => rest.replaceAll(name.slice(0, nameLength), ''), text)
  const contents = assets.map(({ name, source }) => {
    const content = source.source()
    const bytes = typeof content === 'string' ? settled(content) : content
    return `${settled(name)}\0${createHash('sha256').update(bytes).digest('hex')}`
  })
  const hash = createHash('sha256').update(record)
  for (const content of contents.toSorted()) hash.update('\0').update(content)
  return hash.digest('hex').slice(0, unknownId.length)
}

/** How many characters of a file's hash are in its name. */
export const nameLength = 10
