import { randomUUID } from 'node:crypto'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import type { Settings } from '../../platform/env/env.ts'
import { type Check, CheckFailure } from './finding.ts'
import { AuditBreak } from '../../platform/audit/audit-collections.ts'
import { checkAuditTail } from '../../platform/audit/check-tail.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { lookup } from 'node:dns/promises'
import { withTimeout } from '../../platform/resilience/with-timeout.ts'

type FilesOptions = {
  blobs: Settings['blobs']
  open: () => Promise<BlobStore>
}

const remedies = {
  folder: 'DATA_FOLDER must be on a disk that this process may write to.',
  gcs: 'The portal’s account needs the role Storage Object User on the bucket.',
}

/** Writes a file, reads it back, and deletes it. */
export function filesCheck({ blobs: settings, open }: FilesOptions): Check {
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
      return 'Folder, for one instance: wrote, read and deleted a file'
    },
  }
}

/** How old the newest backup may be; they are made daily. In ms. */
const oldestBackup = 2 * 24 * 60 * 60_000

type BackupsCheckOptions = {
  /** `BACKUP_FOLDER`. */
  folder: string | undefined
  /** When the newest backup in a folder was begun. */
  newest: (folder: string) => Date | undefined
  now: () => Date
}

/** Checks that data which is lost with this machine's disk is backed up. */
export function backupsCheck({ folder, newest, now }: BackupsCheckOptions): Check {
  return {
    part: 'backups',
    remedy: 'BACKUP_FOLDER must be a folder that this process may read.',
    async run() {
      if (folder === undefined) {
        return {
          caution:
            'none is known, and the data is lost with this disk. Set BACKUP_FOLDER, and run `backup` every day.',
        }
      }
      const at = newest(folder)
      if (!at) return { caution: `there is none in ${folder}; run \`backup\` every day` }
      const message = `the newest in ${folder} is of ${at.toISOString()}`
      const isOld = now().getTime() - at.getTime() > oldestBackup
      return isOld ? { caution: `${message}; run \`backup\` every day` } : message
    },
  }
}

type AuditOptions = { open: () => Promise<DocumentStore> }

/** Checks the newest anchor of the audit and the last entries of its chains. */
export function auditCheck({ open }: AuditOptions): Check {
  return {
    part: 'audit',
    async run() {
      try {
        const { newestAnchor } = await checkAuditTail(await open())
        return newestAnchor
          ? `the last entries follow from each other and from the anchor of ${newestAnchor.day}, ${newestAnchor.hash}`
          : 'no anchor yet; the portal makes one every day'
      } catch (error) {
        if (!(error instanceof AuditBreak)) throw error
        throw new CheckFailure(`${error.message} Run \`pnpm portal audit verify\`.`, {
          cause: error,
        })
      }
    },
  }
}

/** DNS timeout in ms. */
const dnsTimeout = 5000

const timeoutError = () => new Error('No name server has responded.')

type EmbedsOptions = {
  /** As configured; `*.example.org` means every host below it. */
  hosts: string[]
  resolve?: (host: string) => Promise<unknown>
}

/** Resolves every host that may be embedded, to find misspelled ones. */
export function embedsCheck({ hosts, resolve = lookup }: EmbedsOptions): Check {
  return {
    part: 'embeds',
    async run() {
      const known = await Promise.all(
        hosts.map((host) =>
          withTimeout(() => resolve(host.replace(/^\*\./, '')), dnsTimeout, timeoutError).then(
            () => true,
            () => false,
          ),
        ),
      )
      const unknown = hosts.filter((_, n) => !known[n])
      if (unknown.length === 0)
        return `${hosts.length} hosts may be embedded, and all can be resolved`
      const names = unknown.join(', ')
      return {
        caution: `These hosts can’t be resolved: ${names}. Check their spelling in EMBED_HOSTS.`,
      }
    },
  }
}
