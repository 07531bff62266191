import type { BlobStore } from '../../../platform/files/blob-store.ts'
import { acceptsBrotli, isUnchanged } from '../../../platform/http/conditional.ts'
import { mimeTypeOf } from '../../../platform/files/image-bytes.ts'
import { scriptPolicy } from '../../../platform/http/headers.ts'
import type { FileReaderOf } from '../../../platform/http/file-reader.ts'
import type { ServePlain } from '../../../platform/http/plain-route.ts'
import { Refusal } from '../../../refusal.ts'
import type { CompositionService } from './composition-service.ts'
import { compressedFileIn, createReleaseReader, fileIn } from './release-files.ts'

type Parts = {
  compositions: Pick<CompositionService, 'readable' | 'lose'>
  blobs: BlobStore
  reader: FileReaderOf
}

/**
 * The files of adopted releases, for those who may run them; a browser keeps them for a year, shared
 * caches don't. To anyone else a release doesn't exist, and a file that it doesn't list is a 404,
 * never a page.
 */
export function remotesRoutes(plain: ServePlain, { compositions, blobs, reader }: Parts): void {
  const read = createReleaseReader(blobs)
  plain(['GET'], '/remotes/*', async (c) => {
    const [, , remote = '', release = '', ...rest] = c.req.path.split('/')
    const file = rest.join('/')
    const asking = await reader(c)
    const adopted = asking && compositions.readable(asking, remote, release)
    if (adopted && file === 'release.json') {
      return Response.json(adopted.manifest, { headers: { 'cache-control': immutable } })
    }
    const listed = adopted?.manifest.files.find((candidate) => candidate.file === file)
    if (!adopted || !listed) throw new Refusal('notFound', 'There is no such file of a release.')
    const isScript = /\.m?js$/.test(file)
    const headers: Record<string, string> = {
      'content-type': mimeTypeOf(file),
      'cache-control': immutable,
      etag: `"${listed.integrity}"`,
      vary: 'Accept-Encoding',
      ...(isScript ? { 'content-security-policy': scriptPolicy } : {}),
    }
    if (isUnchanged(c.req.header('if-none-match'), headers['etag']!)) {
      return new Response(null, { status: 304, headers })
    }
    const compressed =
      adopted.compressed.includes(file) && acceptsBrotli(c.req.header('accept-encoding'))
    const bytes = await read(
      compressed ? compressedFileIn(adopted, listed) : fileIn(adopted, listed),
    )
    if (!bytes) {
      compositions.lose(adopted)
      throw new Refusal(
        'unavailable',
        'This file of a release is missing or altered on the server.',
      )
    }
    headers['content-length'] = String(bytes.byteLength)
    if (compressed) headers['content-encoding'] = 'br'
    return new Response(bytes, { headers })
  })
}

/** Not `Vary: Cookie`: the cookie changes every hour, and sign-out clears the browser's cache. */
const immutable = 'private, max-age=31536000, immutable'
