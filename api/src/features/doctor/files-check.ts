import { randomUUID } from 'node:crypto'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import type { Settings } from '../../platform/env/env.ts'
import { type Check, CheckFailure } from './finding.ts'

type Options = {
  blobs: Settings['blobs']
  production: boolean
  open: () => Promise<BlobStore>
}

const remedies = {
  folder: 'DATA_FOLDER must be on a disk that this process may write to.',
  gcs: 'The portal’s account needs the role Storage Object User on the bucket.',
}

/** Writes a file, reads it back, and deletes it. */
export function filesCheck({ blobs: settings, production, open }: Options): Check {
  return {
    part: 'files',
    remedy: remedies[settings.kind],
    async run() {
      const blobs = await open()
      const key = `doctor/${randomUUID()}`
      await blobs.put(key, Buffer.from(key))
      const stream = await blobs.read(key)
      const read = stream && (await new Response(stream).text())
      await blobs.delete(key)
      if (read !== key)
        throw new CheckFailure('The file that was read isn’t the one that was written.')
      if (settings.kind === 'gcs')
        return `Bucket ${settings.bucket}: wrote, read and deleted a file`
      const seen = 'Folder: wrote, read and deleted a file'
      return production
        ? { caution: `${seen}. It only supports one instance, and is lost with its disk.` }
        : seen
    },
  }
}
