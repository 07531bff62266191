import { uploadsDatabase } from '@portal/remote-kit/uploads-database'
import { createStore, del, entries, set } from 'idb-keyval'

/** An upload as it is kept on the device until it ends. */
export type KeptUpload = {
  id: string
  /** The uid of the admin who began it. */
  by: string
  name: string
  folder: string
  size: number
  /** ISO 8601, UTC. */
  modified: string
  /** The id of the mapping that it is for. */
  slot?: string | undefined
  /** Absent where the browser keeps no files: the admin then picks it again after a reload. */
  file?: File
}

export type KeptFiles = {
  all: () => Promise<KeptUpload[]>
  /** Returns whether the file itself is kept. */
  keep: (upload: KeptUpload) => Promise<boolean>
  forget: (id: string) => Promise<void>
}

/** Nothing outlives the page. */
const noKeptFiles: KeptFiles = {
  all: async () => [],
  keep: async () => false,
  forget: async () => undefined,
}

/** In the browser's own database, which keeps the files themselves: their bytes are copied outside of the page. */
export function browserKeptFiles(): KeptFiles {
  if (typeof indexedDB === 'undefined') return noKeptFiles
  const uploads = createStore(uploadsDatabase, 'files')
  return {
    all: async () =>
      (await entries<string, KeptUpload>(uploads).catch(() => [])).map(([, upload]) => upload),
    async keep(upload) {
      const { file: _, ...words } = upload
      try {
        await set(upload.id, upload, uploads)
        return upload.file !== undefined
      } catch {
        // Private mode or a full device: the upload can continue with what is known of the file.
        await set(upload.id, words, uploads).catch(() => undefined)
        return false
      }
    },
    forget: (id) => del(id, uploads).catch(() => undefined),
  }
}
