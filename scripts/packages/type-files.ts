import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { PublishedPackage } from './published-packages.ts'

/** In types the compiler leaves the extensions of sources. */
const sourceImport = /((?:from |import\(|import )['"]\.{1,2}\/[^'"]+?)(?<!\.d)\.tsx?(['"])/g
const relativeImport = /(?:from |import\(|import )['"](\.{1,2}\/[^'"]+\.(?:js|d\.ts))['"]/g

/** Completes the imports of a built package's types, and removes the types that no export uses. */
export function completeTypes(published: PublishedPackage, folder: string): void {
  for (const file of globSync('**/*.d.ts', { cwd: folder })) {
    const place = path.join(folder, file)
    const text = readFileSync(place, 'utf8')
    writeFileSync(place, text.replaceAll(sourceImport, '$1.js$2'))
  }
  const used = new Set(typeFilesOf(published, folder))
  for (const file of globSync('**/*.d.ts', { cwd: folder })) {
    if (!used.has(file)) rmSync(path.join(folder, file))
  }
}

/** The built types of a source file; another file, such as a style sheet, is its own. */
export function typeFile(file: string): string {
  return path.normalize(file).replace(/(?<!\.d)\.tsx?$/, '.d.ts')
}

/** The files with the types of a built package's exports, relative to its folder. */
export function typeFilesOf({ modules }: PublishedPackage, folder: string): string[] {
  const files = new Set<string>()
  const follow = (file: string) => {
    if (files.has(file)) return
    files.add(file)
    const text = readFileSync(path.join(folder, file), 'utf8')
    for (const [, request] of text.matchAll(relativeImport)) {
      follow(path.join(path.dirname(file), request!.replace(/\.js$/, '.d.ts')))
    }
  }
  for (const file of modules.values()) {
    if (/\.tsx?$/.test(file)) follow(typeFile(file))
  }
  return [...files].toSorted()
}
