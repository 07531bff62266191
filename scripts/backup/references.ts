import { existsSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Keys of the blobs that a database refers to and that aren't in the folder. */
export function missingBlobs(database: string, blobs: string): string[] {
  return [...referencedBlobs(database)].filter((key) => !existsSync(path.join(blobs, key)))
}

/** Keys of the blobs that a database refers to. */
function referencedBlobs(database: string): Set<string> {
  const db = new DatabaseSync(database, { readOnly: true })
  try {
    const found = new Set<string>()
    const rows = db.prepare('SELECT collection, body FROM documents').iterate()
    for (const row of rows as Iterable<Row>) for (const key of keysIn(row)) found.add(key)
    return found
  } finally {
    db.close()
  }
}

type Row = { collection: string; body: string }
type Synced = { sha256: string; fast?: object; text?: string }
type Release = {
  manifest: { name: string; release: string; files: { file: string; integrity: string }[] }
  compressed: string[]
  published?: object
}

function keysIn({ collection, body }: Row): string[] {
  if (collection === 'documents') {
    const { sha256, fast, text } = JSON.parse(body) as Synced
    return [
      `originals/${sha256}`,
      ...(fast ? [`renditions/${sha256}.pdf`] : []),
      ...(text === 'made' ? [`texts/${sha256}.json`] : []),
    ]
  }
  if (collection === 'releases') {
    const { manifest, compressed, published } = JSON.parse(body) as Release
    return manifest.files.flatMap(({ file, integrity }) => {
      const sha384 = Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex')
      const key = published
        ? `release-files/${manifest.name}/${sha384}`
        : `remotes/${manifest.name}/${manifest.release}/${file}`
      return compressed.includes(file) ? [key, `${key}.br`] : [key]
    })
  }
  // Images in the audit may be gone; those the portal shows may not.
  if (collection === 'audit') return []
  return [...body.matchAll(/\/api\/images\/([0-9a-f]{64})/g)].map(([, hash]) => `images/${hash}`)
}
