import { isTemporaryFile } from '@portal/domain/paper-types'

export type PickedFile = {
  file: File
  /** Names of the folders it was picked with, joined by `/`; empty for a single file. */
  folder: string
  /** The id of the mapping that it is for. */
  slot?: string | undefined
}

/** The files of a drop, with those in dropped folders. The transfer is only readable until this returns. */
export function filesOfDrop({ items, files }: DataTransfer): Promise<PickedFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  if (entries.length === 0) return Promise.resolve(filesOfInput(files))
  return filesBelow(entries, '')
}

/** The files of a file input, or of one that picks a folder. */
export function filesOfInput(files: Iterable<File>): PickedFile[] {
  return [...files].map((file) => ({ file, folder: folderOf(file) })).filter(isPaper)
}

/** Browsers on phones have no folders, and some of them no such field. */
function folderOf({ webkitRelativePath: path = '' }: Partial<File>): string {
  return path.split('/').slice(0, -1).join('/')
}

async function filesBelow(entries: FileSystemEntry[], folder: string): Promise<PickedFile[]> {
  const files: PickedFile[] = []
  for (const entry of entries) {
    if (isFile(entry)) {
      files.push({ file: await fileOf(entry), folder })
    } else if (isFolder(entry)) {
      const below = folder === '' ? entry.name : `${folder}/${entry.name}`
      files.push(...(await filesBelow(await entriesOf(entry), below)))
    }
  }
  return files.filter(isPaper)
}

/** Files of the operating system, such as `.DS_Store`, are left out without a message. */
function isPaper({ file }: PickedFile): boolean {
  return !isTemporaryFile(file.name)
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** Browsers return at most 100 entries at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (batch.length === 0) return all
    all.push(...batch)
  }
}
