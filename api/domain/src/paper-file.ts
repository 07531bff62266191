import { readPaperName } from './paper-name.ts'

export type PaperFile = {
  id: string
  name: string
  /** Folder names from the drive's root, joined by `/`. */
  folder: string
  mimeType: string
  /** ISO 8601. */
  modifiedTime: string
}

const notPapers =
  /^(image|video|audio)\/|\.(folder|shortcut|form|site|map)$|zip|compressed|octet-stream/
const blueprint = /^(template|sample|example|blank)s?$/
const archives = /^(archived?|old|superseded|obsolete|trash|outdated)$/

/** Whether a file can be a paper at all, by its type and its name. */
export function isPaperFile({ mimeType, name }: Pick<PaperFile, 'mimeType' | 'name'>): boolean {
  return !notPapers.test(mimeType) && !/^[.~]/.test(name) && !isBlueprint(name)
}

/** Whether a file is in a folder for old papers. */
export function isArchived({ folder }: Pick<PaperFile, 'folder'>): boolean {
  return foldersOf(folder).some(({ words }) => words.some((word) => archives.test(word)))
}

/** The names of the folders around a file, the nearest first. */
export function foldersOf(folder: string) {
  return folder.split('/').filter(Boolean).toReversed().map(readPaperName)
}

/** Whether a file is a template or sample, by its name. */
export function isBlueprint(name: string): boolean {
  return readPaperName(name).words.some((word) => blueprint.test(word))
}
