import { createJob } from '../../platform/background/jobs.ts'
import type { AppParts } from '../../platform/app-parts.ts'

/** How often everything is measured, and how soon after the start, in ms. */
const interval = 3_600_000
const quietTime = 60_000

/** By the first part of a blob's key. Originals and what is made from them are the papers' or their versions'. */
const kinds: Record<string, string> = {
  pictures: 'pictures',
  images: 'pictures',
  changes: 'versions',
  books: 'books',
  exports: 'exports',
  uploads: 'uploads',
  remotes: 'releases',
  'release-files': 'releases',
}
const ofPapers = new Set(['originals', 'renditions', 'texts'])

type Parts = {
  /** The papers as members see them now. */
  documents: { all: () => readonly { sha256: string }[] }
  databaseSize?: (() => Promise<number>) | undefined
  newestBackup?: (() => Date | undefined) | undefined
  freeSpace?: (() => Promise<number>) | undefined
}

/** Measures how much is stored, by kind, and how old the newest backup is; for the operator's metrics. */
export function createStorageUse({ blobs, metrics, now, log }: AppParts, parts: Parts) {
  const { documents, databaseSize, newestBackup, freeSpace } = parts
  let used: ReadonlyMap<string, number> = new Map()
  let backupAt = NaN

  metrics.gauges(
    'portal_storage_bytes',
    'Bytes stored by the portal, by kind, as measured within the last hour.',
    'kind',
    () => used,
  )
  if (newestBackup) {
    metrics.gauge(
      'portal_backup_last_success_timestamp_seconds',
      'When the newest verified backup in BACKUP_FOLDER was begun, in seconds since 1970; 0 if there is none.',
      () => backupAt,
    )
  }
  if (freeSpace) {
    metrics.gauge('portal_storage_free_bytes', 'Free bytes on the disk of the data folder.', () =>
      freeSpace().catch(() => NaN),
    )
  }

  const measure = async (signal?: AbortSignal): Promise<void> => {
    if (newestBackup) backupAt = (newestBackup()?.getTime() ?? 0) / 1000
    const current = new Set(documents.all().map(({ sha256 }) => sha256))
    const sums = new Map(['papers', 'versions', ...Object.values(kinds)].map((kind) => [kind, 0]))
    const add = (kind: string, size: number) => sums.set(kind, (sums.get(kind) ?? 0) + size)
    for await (const { key, size } of blobs.sizes('', signal)) add(kindOf(key, current), size)
    if (databaseSize) add('database', await databaseSize())
    used = sums
  }

  const job = createJob(
    {
      name: 'storage-use',
      does: 'measures the stored files and the age of the newest backup',
      every: interval,
      first: quietTime,
      failure: 'the stored files were not measured',
      run: measure,
    },
    { now, log },
  )
  return { jobs: [job], measure }
}

function kindOf(key: string, current: ReadonlySet<string>): string {
  const [folder = '', name = ''] = key.split('/')
  if (!ofPapers.has(folder)) return kinds[folder] ?? 'other'
  return current.has(name.slice(0, 64)) ? 'papers' : 'versions'
}
