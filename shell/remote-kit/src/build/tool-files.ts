import type { Compiler } from '@rspack/core'
import { isForTools } from '@portal/domain/release-compatibility'

/**
 * Completes what the federation plugin writes for other tools: the manifest gets the release's id
 * and an order that doesn't depend on the build's timing, and the archive of types has no times. The
 * plugin's statistics aren't part of a release. All of it is written after the id is known, so it
 * doesn't change the id.
 */
export function toolFiles(named: (text: string) => string) {
  return {
    apply(compiler: Compiler) {
      const { Compilation, sources } = compiler.rspack
      compiler.hooks.thisCompilation.tap('tool files', (compilation) => {
        const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER + 1
        compilation.hooks.processAssets.tap({ name: 'tool files', stage }, () => {
          compilation.deleteAsset(statistics)
          for (const { name, source } of compilation.getAssets()) {
            if (!isForTools(name)) continue
            const bytes = name.endsWith('.zip')
              ? withoutTimes(source.buffer())
              : ofManifest(name, named(source.source().toString()))
            compilation.updateAsset(name, new sources.RawSource(bytes))
          }
        })
      })
    },
  }
}

type Manifest = { shared: { id: string }[] }

/** The shared modules in order of their ids; the plugin lists them as the build has found them. */
function ofManifest(name: string, text: string): string {
  if (!name.endsWith('.json')) return text
  const manifest = JSON.parse(text) as Manifest
  const shared = manifest.shared.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return JSON.stringify({ ...manifest, shared }, undefined, 2)
}

const statistics = 'mf-stats.json'

/** Whether the federation plugin writes this file for other tools: it doesn't change a release's id. */
export function isToolFile(name: string): boolean {
  return name === statistics || isForTools(name)
}

/**
 * The federation plugin's `dts` option: an archive of the exposed module's types, and the file that refers to it. Made in
 * this process, and without stopping the build if it fails: the plugin ends a process of its own and sends it a message
 * afterwards, which prints an error if that process is gone, and ignores what has failed in it.
 */
export const exposedTypes = {
  generateTypes: { generateAPITypes: true, compileInChildProcess: false, abortOnError: false },
  consumeTypes: false,
  displayErrorInTerminal: false,
} as const

/** Signatures and positions of https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3. */
const endSignature = 0x06054b50

/** January 1, 1980, 00:00: the first time that an archive can have. */
const firstTime = 0x00210000

/** The archive with the same time in each entry, so that the same files make the same bytes. */
function withoutTimes(archive: Uint8Array): Buffer {
  const bytes = Buffer.from(archive)
  let end = bytes.length - 22
  while (end >= 0 && bytes.readUInt32LE(end) !== endSignature) end -= 1
  if (end < 0) throw new Error('This is not a ZIP archive.')
  const count = bytes.readUInt16LE(end + 10)
  let entry = bytes.readUInt32LE(end + 16)
  for (let number = 0; number < count; number += 1) {
    bytes.writeUInt32LE(firstTime, entry + 12)
    const local = bytes.readUInt32LE(entry + 42)
    bytes.writeUInt32LE(firstTime, local + 10)
    // Name, extra field and comment.
    const lengths = [28, 30, 32].map((at) => bytes.readUInt16LE(entry + at))
    entry += 46 + lengths.reduce((sum, length) => sum + length, 0)
  }
  return bytes
}
