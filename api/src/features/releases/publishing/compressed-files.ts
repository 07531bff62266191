import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { ReleaseManifest } from '@portal/contract/releases'
import type { BlobStore } from '../../../platform/files/blob-store.ts'
import { checkFile, type StoredFile } from '../../../platform/store/check-file.ts'
import { sha384Of, uploadedBlob } from '../release-records.ts'

const compress = promisify(brotliCompress)

/** Types that compress well; images and fonts are already compressed. */
const texts = /\.(m?js|css|json|svg|txt|map|wasm)$/i

/**
 * Stores a Brotli copy of each text file of a release, and returns their names. Existing intact
 * copies are reused.
 */
export async function compressFiles(
  blobs: BlobStore,
  { name, files }: ReleaseManifest,
): Promise<string[]> {
  const compressed: string[] = []
  for (const { file, integrity, size } of files) {
    if (!texts.test(file)) continue
    const hash = sha384Of(integrity)
    const key = uploadedBlob(name, hash)
    const copy: StoredFile = {
      key: `${key}.br`,
      algorithm: 'sha384',
      hash,
      decompressedSize: size,
    }
    if (typeof (await checkFile(blobs, copy)) === 'string') {
      const bytes = await new Response((await blobs.read(key)) ?? null).arrayBuffer()
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
      await blobs.put(`${key}.br`, await compress(bytes, { params }))
    }
    compressed.push(file)
  }
  return compressed
}
