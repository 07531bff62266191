import { drive, type drive_v3 } from '@googleapis/drive'
import { Refusal } from '../../refusal.ts'
import { untilAborted } from '../../platform/resilience/with-timeout.ts'
import { type GoogleAccess, googleAuth, mustHaveAccount } from './google-auth.ts'
import { contentOf } from './google-content.ts'
import { entryFields, type GoogleEntry, readEntry } from './google-drive-file.ts'
import { rateLimiter, type UnitsPerTime, callOptions } from './google-retries.ts'
import { failureOf, type GoogleFailure, isRateLimited, refusalOf } from './google-refusal.ts'

export type GoogleDriveOptions = {
  /** Id of the folder or shared drive that holds the board's files. */
  root: string
  credentials?: GoogleAccess['credentials']
  /** For tests: the origin of a Google stand-in. */
  rootUrl?: string
  tokenUrl?: string
  /** Idle timeout in ms. */
  idleTimeout?: number
  /** Factor for the delays between retries; 1 by default. */
  delayFactor?: number
  quota?: UnitsPerTime
  pageSize?: number
}

export class TokenExpired extends Error {}

/**
 * The quota per user (here, the service account) since May 2026; `cost` is what each call consumes.
 * Usage limits: https://developers.google.com/workspace/drive/api/guides/limits
 */
const quota: UnitsPerTime = { units: 325_000, window: 60_000 }
const cost = { get: 5, list: 100, download: 200 }

/** The maximum that Google allows. */
const largestPage = 1000

/** The Drive v3 calls that the portal makes, with rate limiting, retries and error mapping. */
export function googleDriveCalls(options: GoogleDriveOptions) {
  const { root, idleTimeout = 30_000, delayFactor = 1, pageSize = largestPage } = options
  const turn = rateLimiter(options.quota ?? quota)
  const auth = googleAuth({
    scopes: ['https://www.googleapis.com/auth/drive.readonly'],
    ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
    ...(options.tokenUrl === undefined ? {} : { tokenUrl: options.tokenUrl }),
  })
  const { files, changes } = drive({
    version: 'v3',
    auth,
    timeout: Math.min(idleTimeout, 20_000),
    ...(options.rootUrl === undefined ? {} : { rootUrl: options.rootUrl }),
  })

  type Options = ReturnType<typeof callOptions>
  const call = async <T>(
    units: number,
    signal: AbortSignal | undefined,
    work: (as: Options) => Promise<{ data: T }>,
  ): Promise<T> => {
    await mustHaveAccount(auth)
    await turn(units, signal)
    try {
      return (await untilAborted(work(callOptions(delayFactor, signal)), signal)).data
    } catch (error) {
      signal?.throwIfAborted()
      if (isExpired(failureOf(error))) throw new TokenExpired('', { cause: error })
      throw refusalOf(error, 'Google Drive')
    }
  }
  const inDrive = (driveId: string | undefined) => ({
    supportsAllDrives: true,
    includeItemsFromAllDrives: true,
    ...(driveId === undefined ? {} : { driveId }),
  })

  return {
    /** Locates the root. Refuses if it is missing, because its files must not count as deleted then. */
    async root(signal?: AbortSignal): Promise<{ driveId?: string }> {
      const params = {
        fileId: root,
        supportsAllDrives: true,
        fields: 'id,mimeType,trashed,driveId',
      }
      const file = await call(cost.get, signal, (as) => files.get(params, as)).catch(
        (error: unknown) => {
          signal?.throwIfAborted()
          return rootMissing(error)
        },
      )
      if (file.trashed) rootMissing()
      return file.driveId ? { driveId: file.driveId } : {}
    },

    /** Undefined if the file is gone or not visible to the portal. */
    async file(fileId: string, signal?: AbortSignal): Promise<GoogleEntry | undefined> {
      const params = { fileId, supportsAllDrives: true, fields: entryFields }
      return readEntry(await call(cost.get, signal, (as) => files.get(params, as)).catch(ifGone))
    },

    /**
     * The change log that covers the root, and its current position: the shared drive's own log, or the account's log if
     * it was given access to a folder without being a member of the drive.
     */
    async log(
      driveId: string | undefined,
      signal?: AbortSignal,
    ): Promise<{ token: string; driveId?: string }> {
      const start = async (of: { driveId?: string }) => {
        const params = { supportsAllDrives: true, ...of }
        const { startPageToken } = await call(cost.get, signal, (as) =>
          changes.getStartPageToken(params, as),
        )
        return { token: startPageToken ?? '', ...of }
      }
      if (driveId === undefined) return start({})
      return (await start({ driveId }).catch(ifGone)) ?? start({})
    },

    /** The direct children of the folders; undefined if one of the folders is gone. */
    async list(
      folders: string[],
      driveId: string | undefined,
      pageToken: string | undefined,
      signal?: AbortSignal,
    ) {
      const within = folders.map((id) => `'${id}' in parents`).join(' or ')
      const params = {
        q: `(${within}) and trashed = false`,
        ...inDrive(driveId),
        corpora: driveId === undefined ? 'user' : 'drive',
        pageSize,
        fields: `nextPageToken,files(${entryFields})`,
        ...(pageToken === undefined ? {} : { pageToken }),
      }
      const page = await call(cost.list, signal, (as) => files.list(params, as)).catch(ifGone)
      return page && { entries: read(page.files), next: page.nextPageToken ?? undefined }
    },

    async changes(token: string, driveId: string | undefined, signal?: AbortSignal) {
      const params: drive_v3.Params$Resource$Changes$List = {
        ...inDrive(driveId),
        pageToken: token,
        pageSize,
        includeRemoved: true,
        fields: `nextPageToken,newStartPageToken,changes(changeType,removed,fileId,file(${entryFields}))`,
      }
      const page = await call(cost.list, signal, (as) => changes.list(params, as))
      const changed = (page.changes ?? []).flatMap(({ changeType, fileId, removed, file }) =>
        changeType === 'drive' || !fileId
          ? []
          : [{ id: fileId, entry: removed ? undefined : readEntry(file) }],
      )
      return {
        changed,
        token: page.nextPageToken ?? page.newStartPageToken ?? token,
        isLast: !page.nextPageToken,
      }
    },

    /** A file's bytes, or a Google document exported as PDF. Undefined if it is gone. */
    async content(id: string, how: 'download' | 'export', given?: AbortSignal) {
      await turn(cost.download, given)
      const open = async (signal: AbortSignal) => {
        // The client's timeout covers the whole download, and large files may take long.
        const as = {
          ...callOptions(delayFactor, signal),
          responseType: 'stream',
          timeout: 0,
        } as const
        const { data } =
          how === 'export'
            ? await files.export({ fileId: id, mimeType: 'application/pdf' }, as)
            : await files.get({ fileId: id, alt: 'media', supportsAllDrives: true }, as)
        return data
      }
      const refused = (error: unknown) => {
        given?.throwIfAborted()
        return refuseFile(error)
      }
      return untilAborted(contentOf(open, idleTimeout, given), given)
        .catch(refused)
        .catch(ifGone)
    },
  }

  function rootMissing(error?: unknown): never {
    if (error instanceof Refusal && error.code !== 'notFound') throw error
    const message = `The folder ${root} isn’t in Google Drive, or isn’t shared with the portal’s account.`
    throw new Refusal('unavailable', message, { cause: error })
  }
}

function read(files: drive_v3.Schema$File[] | undefined): GoogleEntry[] {
  return (files ?? []).flatMap((file) => readEntry(file) ?? [])
}

function ifGone(error: unknown): undefined {
  if (!(error instanceof Refusal) || error.code !== 'notFound') throw error
}

/** Page tokens shouldn't expire; if one does, Google reports it as invalid or gone. */
function isExpired({ status, location }: GoogleFailure): boolean {
  return status === 410 || (status === 400 && location === 'pageToken')
}

const messages: Record<string, string> = {
  exportSizeLimitExceeded: 'Google exports documents up to 10 MB only',
  cannotDownloadFile: 'its owner doesn’t allow downloads',
  cannotExportFile: 'its owner doesn’t allow downloads',
  cannotDownloadAbusiveFile: 'Google considers it harmful',
}

/** Refuses with an error that concerns only this file. */
function refuseFile(error: unknown): never {
  const failure = failureOf(error)
  const { status, reason = '' } = failure
  if (status !== 403 || isRateLimited(failure)) throw refusalOf(error, 'Google Drive')
  const message = messages[reason] ?? `Google refuses to download it: ${reason}`
  const code = reason === 'exportSizeLimitExceeded' ? 'tooLarge' : 'forbidden'
  throw new Refusal(code, message, { cause: error })
}
