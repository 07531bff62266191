import type { ArchiveManifest } from './archive-manifest.ts'
import { exportedCollectionNames, exportedCollections } from './exported-collections.ts'
import { ImportError } from './import-error.ts'
import { paperVersionKey, safeName } from './paper-names.ts'
import type { ArchiveRecords } from './verify-records.ts'

/** Files that every archive has besides its data files. */
const always = ['users.json', 'directory.csv', 'index.html']

/**
 * Compares an archive's records, its manifest and its files with each other, in both directions. Throws an
 * `ImportError` unless they fit. Returns what the archive lacks although they do: papers and images that the exporting
 * portal had lost, and an audit.
 */
export function compareArchive(manifest: ArchiveManifest, records: ArchiveRecords): string[] {
  const papers = comparePapers(manifest, records)
  const images = compareImages(manifest, records)
  compareOthers(manifest, records)
  const audit = records.count.audit === 0 ? ['the audit: the archive has no entry of it'] : []
  return [...papers, ...images, ...audit]
}

function comparePapers({ files, papers }: ArchiveManifest, records: ArchiveRecords): string[] {
  const versions = records.papers.flatMap((paper) => paper.versions)
  const recorded = new Map(
    versions.map((version) => [paperVersionKey(version.paper, version.number), version]),
  )
  const filed = new Set<string>()
  const lost: string[] = []
  for (const { document, version, sha256, state, file } of papers) {
    const key = paperVersionKey(document, version)
    const record = recorded.get(key)
    const name = `${document}, version ${version}`
    if (!record) throw damaged(`its manifest names ${name}, which its records don’t have`)
    recorded.delete(key)
    const isLost = state === 'missing' || state === 'damaged'
    const isStored = record.state === 'stored'
    const fits = isStored ? isLost || state === 'stored' : state === record.state
    if (record.sha256 !== sha256 || !fits)
      throw damaged(`its manifest and records differ about ${name}`)
    if ((file !== undefined) !== (state === 'stored'))
      throw incomplete(`the file of ${name} is missing`)
    if (file !== undefined && (filed.has(file) || !file.startsWith('papers/'))) {
      throw damaged(`${file} is not the file of ${name}`)
    }
    if (file !== undefined) filed.add(file)
    if (isLost) lost.push(name)
  }
  const [unnamed] = recorded.values()
  if (unnamed) {
    throw incomplete(`its manifest doesn’t name ${unnamed.paper}, version ${unnamed.number}`)
  }
  const extra = files.find(({ name }) => name.startsWith('papers/') && !filed.has(name))
  if (extra) throw damaged(`${extra.name} is the file of no paper`)
  return lost
}

function compareImages({ files }: ArchiveManifest, { images }: ArchiveRecords): string[] {
  const found = new Set<string>()
  for (const { name, sha256 } of files) {
    if (!name.startsWith('images/')) continue
    const [, hash] = /^images\/([0-9a-f]{64})(?:\.[a-z]{3,4})?$/.exec(name) ?? []
    if (hash !== sha256 || !images.has(hash))
      throw damaged(`${name} is an image that nothing shows`)
    found.add(hash)
  }
  return [...images].filter((hash) => !found.has(hash)).map((hash) => `image ${hash}`)
}

function compareOthers({ files }: ArchiveManifest, { agendas }: ArchiveRecords): void {
  const names = new Set(files.map(({ name }) => name))
  const readable = [...agendas].flatMap((id) => {
    const name = `agendas/${safeName(id)}`
    return [`${name}.html`, `${name}.json`]
  })
  const missing = [...always, ...readable].find((name) => !names.has(name))
  if (missing !== undefined) throw incomplete(`${missing} is missing`)
  const dataFiles = exportedCollectionNames.map((name) => exportedCollections[name])
  const known = new Set<string>([...always, ...readable, ...dataFiles])
  const extra = [...names].find((name) => !known.has(name) && !/^(papers|images)\//.test(name))
  if (extra !== undefined) {
    throw new ImportError(`This release doesn’t know the archive’s file ${extra}: use a newer one.`)
  }
}

function damaged(reason: string): ImportError {
  return new ImportError(`The archive is damaged: ${reason}.`)
}

function incomplete(reason: string): ImportError {
  return new ImportError(`The archive is incomplete: ${reason}.`)
}
