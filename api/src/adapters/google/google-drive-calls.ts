import { drive, type drive_v3 } from '@googleapis/drive'
import { Refusal } from '../../refusal.ts'
import { type GoogleAccess, googleAuth, mustHaveAccount } from './google-auth.ts'
import { contentOf } from './google-content.ts'
import { entryFields, type GoogleEntry, readEntry } from './google-drive-file.ts'
import { pacing, type UnitsPerTime } from './google-pace.ts'
import { failureOf, type GoogleFailure, isOverLimit, refusalOf } from './google-refusal.ts'
import { googleRetries } from './google-retries.ts'

export type GoogleDriveOptions = {
  /** Id of the folder or shared drive whose files are the board's. */
  root: string
  credentials?: GoogleAccess['credentials']
  /** For tests: another Google, in another hurry. */
  rootUrl?: string
  tokenUrl?: string
  /** How long a silent line is listened to, in ms. */
  patience?: number
  /** Times what is waited before a call is tried again; 1 without. */
  slowness?: number
  quota?: UnitsPerTime
  pageSize?: number
}

/** Answers that a page token is no longer good for anything. */
export class TokenExpired extends Error {}

/**
 * Since May 2026, for each user, of which a service account is one; `cost` is what each call takes of it.
 * Usage limits: https://developers.google.com/workspace/drive/api/guides/limits
 */
const quota: UnitsPerTime = { units: 325_000, window: 60_000 }
const cost = { get: 5, list: 100, download: 200 }

/** The most that Google allows. */
const largestPage = 1000

/** The calls to Drive v3 that the portal makes: paced, patient, and with failures as refusals. */
export function googleDriveCalls(options: GoogleDriveOptions) {
  const { root, patience = 30_000, slowness = 1, pageSize = largestPage } = options
  const turn = pacing(options.quota ?? quota)
  const auth = googleAuth({
    scopes: ['https://www.googleapis.com/auth/drive.readonly'],
    ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
    ...(options.tokenUrl === undefined ? {} : { tokenUrl: options.tokenUrl }),
  })
  const { files, changes } = drive({
    version: 'v3',
    auth,
    timeout: Math.min(patience, 20_000),
    ...(options.rootUrl === undefined ? {} : { rootUrl: options.rootUrl }),
    retryConfig: googleRetries(slowness),
  })

  const call = async <T>(units: number, work: () => Promise<{ data: T }>): Promise<T> => {
    await mustHaveAccount(auth)
    await turn(units)
    try {
      return (await work()).data
    } catch (error) {
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
    /** Where the root lies; refused when it isn't there, for then nothing below it may be taken for gone. */
    async root(): Promise<{ driveId?: string }> {
      const params = {
        fileId: root,
        supportsAllDrives: true,
        fields: 'id,mimeType,trashed,driveId',
      }
      const found = await call(cost.get, () => files.get(params)).catch(rootMissing)
      if (found.trashed) rootMissing()
      return found.driveId ? { driveId: found.driveId } : {}
    },

    /** Undefined when it is gone, or not for the portal to see. */
    async file(fileId: string): Promise<GoogleEntry | undefined> {
      const params = { fileId, supportsAllDrives: true, fields: entryFields }
      return readEntry(await call(cost.get, () => files.get(params)).catch(ifGone))
    },

    /**
     * The log that tells of the root, and where it stands: the shared drive's own, or the account's where it was
     * given a folder of the drive without being a member.
     */
    async log(driveId: string | undefined): Promise<{ token: string; driveId?: string }> {
      const start = async (of: { driveId?: string }) => {
        const params = { supportsAllDrives: true, ...of }
        const { startPageToken } = await call(cost.get, () => changes.getStartPageToken(params))
        return { token: startPageToken ?? '', ...of }
      }
      if (driveId === undefined) return start({})
      return (await start({ driveId }).catch(ifGone)) ?? start({})
    },

    /** What lies directly in the folders; undefined when one of them is gone. */
    async list(folders: string[], driveId: string | undefined, pageToken: string | undefined) {
      const within = folders.map((id) => `'${id}' in parents`).join(' or ')
      const params = {
        q: `(${within}) and trashed = false`,
        ...inDrive(driveId),
        corpora: driveId === undefined ? 'user' : 'drive',
        pageSize,
        fields: `nextPageToken,files(${entryFields})`,
        ...(pageToken === undefined ? {} : { pageToken }),
      }
      const page = await call(cost.list, () => files.list(params)).catch(ifGone)
      return page && { entries: read(page.files), next: page.nextPageToken ?? undefined }
    },

    async changes(token: string, driveId: string | undefined) {
      const params: drive_v3.Params$Resource$Changes$List = {
        ...inDrive(driveId),
        pageToken: token,
        pageSize,
        includeRemoved: true,
        fields: `nextPageToken,newStartPageToken,changes(changeType,removed,fileId,file(${entryFields}))`,
      }
      const page = await call(cost.list, () => changes.list(params))
      const told = (page.changes ?? []).flatMap(({ changeType, fileId, removed, file }) =>
        changeType === 'drive' || !fileId
          ? []
          : [{ id: fileId, entry: removed ? undefined : readEntry(file) }],
      )
      return {
        told,
        token: page.nextPageToken ?? page.newStartPageToken ?? token,
        isLast: !page.nextPageToken,
      }
    },

    /** A file's bytes, or one of Google's own documents as PDF. Undefined when it is gone. */
    async content(id: string, how: 'download' | 'export') {
      await turn(cost.download)
      const open = async (signal: AbortSignal) => {
        // The client's own limit is on the whole; a large file may take as long as it likes.
        const as = { responseType: 'stream', signal, timeout: 0 } as const
        const { data } =
          how === 'export'
            ? await files.export({ fileId: id, mimeType: 'application/pdf' }, as)
            : await files.get({ fileId: id, alt: 'media', supportsAllDrives: true }, as)
        return data
      }
      return contentOf(open, patience).catch(ofOneFile).catch(ifGone)
    },
  }

  function rootMissing(error?: unknown): never {
    if (error instanceof Refusal && error.code !== 'notFound') throw error
    const sentence = `The folder ${root} isn’t in Google Drive, or isn’t shared with the portal’s account.`
    throw new Refusal('unavailable', sentence, { cause: error })
  }
}

function read(files: drive_v3.Schema$File[] | undefined): GoogleEntry[] {
  return (files ?? []).flatMap((file) => readEntry(file) ?? [])
}

function ifGone(error: unknown): undefined {
  if (!(error instanceof Refusal) || error.code !== 'notFound') throw error
}

/** Page tokens are said to last; when one doesn't, Google finds it invalid or gone. */
function isExpired({ status, location }: GoogleFailure): boolean {
  return status === 410 || (status === 400 && location === 'pageToken')
}

const sentences: Record<string, string> = {
  exportSizeLimitExceeded: 'Google exports documents up to 10 MB only',
  cannotDownloadFile: 'its owner doesn’t allow downloads',
  cannotExportFile: 'its owner doesn’t allow downloads',
  cannotDownloadAbusiveFile: 'Google takes it for harmful',
}

/** What keeps one file out and no other. */
function ofOneFile(error: unknown): never {
  const failure = failureOf(error)
  const { status, reason = '' } = failure
  if (status !== 403 || isOverLimit(failure)) throw refusalOf(error, 'Google Drive')
  const sentence = sentences[reason] ?? `Google doesn’t give it out: ${reason}`
  const code = reason === 'exportSizeLimitExceeded' ? 'tooLarge' : 'forbidden'
  throw new Refusal(code, sentence, { cause: error })
}
