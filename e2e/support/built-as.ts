import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ReleaseManifest } from '@portal/contract/releases'

type Name = { release: string; global: string }

/** The integrity of these bytes in a release's record. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`
}

/**
 * The record and the files of a build as if its release had another name: its scripts contain the
 * name, and the container the integrity of the others. `alter` changes the container's source.
 */
export function builtAs(
  folder: string,
  name: Name,
  alter: (source: string) => string,
): { manifest: ReleaseManifest; files: Map<string, Buffer> } {
  const read = (file: string) => readFileSync(path.join(folder, file))
  const built = JSON.parse(read('release.json').toString()) as ReleaseManifest
  const named = (source: string) =>
    source.replaceAll(built.release, name.release).replaceAll(built.global, name.global)
  const files = new Map<string, Buffer>()
  const integrity = new Map<string, string>()
  for (const listed of built.files.filter(({ file }) => file !== built.entry)) {
    const bytes = read(listed.file)
    const whole = listed.file.endsWith('.js') ? Buffer.from(named(bytes.toString())) : bytes
    files.set(listed.file, whole)
    integrity.set(listed.integrity, integrityOf(whole))
  }
  let source = named(read(built.entry).toString())
  for (const [old, current] of integrity) source = source.replaceAll(old, current)
  files.set(built.entry, Buffer.from(alter(source)))
  const listed = built.files.map(({ file }) => {
    const bytes = files.get(file)!
    return { file, integrity: integrityOf(bytes), size: bytes.byteLength }
  })
  return { manifest: { ...built, ...name, files: listed }, files }
}
