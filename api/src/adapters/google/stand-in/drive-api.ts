import type { Context } from 'hono'
import { masked, readMask } from './field-mask.ts'
import { readQuery } from './drive-query.ts'
import { type DriveEntry, type DriveTree, apiFileOf, googleTypes } from './drive-tree.ts'
import { errorResponse } from './google-errors.ts'
import type { GoogleQuota } from './google-quota.ts'
import type { GoogleApi } from './google-server.ts'

type Options = {
  /** Page tokens before this position of the log have expired. */
  forgotten?: { before: number; status?: 400 | 410 }
  quota?: GoogleQuota
  /** Queries for several folders return nothing, as Drive's sometimes do. */
  emptyGroups?: boolean
}

/** Google's quota since May 2026: 325,000 units a minute per user. */
export const driveQuota: GoogleQuota = { units: 325_000, window: 60_000 }

/** Maximum size of an exported Google document, in bytes. */
const exportLimit = 10 * 1024 * 1024

/** Drive v3 over a tree: the methods that the portal calls, with their parameters, errors and costs. */
export function driveApi(tree: DriveTree, options: Options = {}): GoogleApi {
  const { entries, log } = tree
  const isMember = (drive: string) => entries.has(drive) && tree.memberOf.has(drive)
  const show = (entry: DriveEntry) =>
    apiFileOf(entry, entries.get(entry.targetId ?? '')?.mimeType ?? 'application/octet-stream')

  const find = (c: Context) => {
    const id = c.req.param('fileId') ?? ''
    const entry = entries.get(id)
    const isHidden = entry?.driveId !== undefined && !isTrue(c, 'supportsAllDrives')
    return entry && !isHidden ? entry : notFound(id)
  }

  const getFile = (c: Context) => {
    const entry = find(c)
    if (entry instanceof Response) return entry
    if (c.req.query('alt') !== 'media') return fielded(c, show(entry), 'kind,id,name,mimeType')
    if (entry.mimeType.startsWith('application/vnd.google-apps.') || !entry.bytes) {
      return forbidden('fileNotDownloadable', 'Only files with binary content can be downloaded.')
    }
    return entry.locked ? locked() : media(entry.bytes, entry.mimeType, c.req.header('range'))
  }

  const exportFile = (c: Context) => {
    // This method has no `supportsAllDrives`; it finds files of shared drives without it.
    const entry = entries.get(c.req.param('fileId') ?? '')
    if (!entry) return notFound(c.req.param('fileId') ?? '')
    if (entry.mimeType !== googleTypes.document || !entry.bytes) {
      return forbidden('fileNotExportable', 'Export only supports Docs Editors files.')
    }
    if (c.req.query('mimeType') !== 'application/pdf') return invalid('mimeType')
    if (entry.locked) return locked()
    if (entry.bytes.length > exportLimit) {
      return forbidden('exportSizeLimitExceeded', 'This file is too large to be exported.')
    }
    return media(entry.bytes, 'application/pdf', undefined)
  }

  const listFiles = (c: Context) => {
    const drive = c.req.query('driveId')
    const isDrive = c.req.query('corpora') === 'drive'
    if (isDrive !== (drive !== undefined)) return invalid('corpora')
    if (drive !== undefined && !reachesAllDrives(c)) return invalid('driveId')
    if (drive !== undefined && !isMember(drive)) return notFound(drive, 'Shared drive')
    const query = c.req.query('q') ?? 'trashed = false or trashed = true'
    const test = readQuery(query)
    if (!test) return invalid('q')
    const parents = Array.from(query.matchAll(/'([^']+)' in parents/g), ([, id = '']) => id)
    if (!parents.every((id) => entries.has(id))) return notFound('.')
    const size = pageSize(c)
    if (size === undefined) return invalid('pageSize')
    const all = [...entries.values()].toSorted(sorter(c.req.query('orderBy') ?? ''))
    // A page starts after the previous page's last file, even if files have changed in between.
    const token = c.req.query('pageToken')
    const from = token === undefined ? 0 : all.findIndex(({ id }) => `after.${id}` === token) + 1
    if (token !== undefined && from === 0) return invalid('pageToken')
    const matches = all
      .slice(from)
      .filter((entry) => (drive === undefined ? true : entry.driveId === drive))
      .filter((entry) => entry.driveId === undefined || reachesAllDrives(c))
      .filter((entry) => test(entry) && !(options.emptyGroups && parents.length > 1))
    const isLast = matches.length <= size
    const files = matches.slice(0, size).map(show)
    const page = { kind: 'drive#fileList', incompleteSearch: false, files }
    const whole = isLast ? page : { ...page, nextPageToken: `after.${matches[size - 1]!.id}` }
    return fielded(c, whole, 'kind,incompleteSearch,nextPageToken,files(kind,id,name,mimeType)')
  }

  const startToken = (c: Context) => {
    const drive = c.req.query('driveId')
    if (drive !== undefined && !isTrue(c, 'supportsAllDrives')) return invalid('driveId')
    if (drive !== undefined && !isMember(drive)) return notFound(drive, 'Shared drive')
    const startPageToken = `log.${log.length}`
    return fielded(c, { kind: 'drive#startPageToken', startPageToken }, '*')
  }

  const listChanges = (c: Context) => {
    const drive = c.req.query('driveId')
    if (drive !== undefined && !reachesAllDrives(c)) return invalid('driveId')
    if (drive !== undefined && !isMember(drive)) return notFound(drive, 'Shared drive')
    const size = pageSize(c)
    if (size === undefined) return invalid('pageSize')
    const from = placeOf(c.req.query('pageToken') ?? '')
    const { before = 0, status = 410 } = options.forgotten ?? {}
    if (from === undefined || from < before) return invalid('pageToken', status)
    const changes: Record<string, unknown>[] = []
    let at = from
    for (; at < log.length && changes.length < size; at += 1) {
      const fileId = log[at]!
      // Only a file's last change is reported.
      if (log.indexOf(fileId, at + 1) !== -1) continue
      const entry = entries.get(fileId)
      if (entry && drive !== undefined && entry.driveId !== drive) continue
      if (entry?.driveId !== undefined && !reachesAllDrives(c)) continue
      const change = { kind: 'drive#change', changeType: 'file', fileId, removed: !entry }
      changes.push(entry ? { ...change, file: show(entry) } : change)
    }
    const token =
      at < log.length ? { nextPageToken: `log.${at}` } : { newStartPageToken: `log.${at}` }
    const fields = 'kind,nextPageToken,newStartPageToken,changes(kind,changeType,fileId,removed)'
    return fielded(c, { kind: 'drive#changeList', changes, ...token }, fields)
  }

  const files = '/drive/v3/files'
  const method = (path: string, name: string, units: number, answer: (c: Context) => Response) => ({
    path,
    called: () => ({ name, units }),
    answer,
  })
  return {
    scopes: [
      'https://www.googleapis.com/auth/drive',
      'https://www.googleapis.com/auth/drive.readonly',
    ],
    ...(options.quota === undefined ? {} : { quota: options.quota }),
    methods: [
      method(files, 'drive.files.list', 100, listFiles),
      {
        path: `${files}/:fileId`,
        called: (c) =>
          c.req.query('alt') === 'media'
            ? { name: 'drive.files.download', units: 200 }
            : { name: 'drive.files.get', units: 5 },
        answer: getFile,
      },
      method(`${files}/:fileId/export`, 'drive.files.export', 200, exportFile),
      method('/drive/v3/changes/startPageToken', 'drive.changes.getStartPageToken', 5, startToken),
      method('/drive/v3/changes', 'drive.changes.list', 100, listChanges),
    ],
  }
}

const isTrue = (c: Context, name: string) => c.req.query(name) === 'true'
const reachesAllDrives = (c: Context) =>
  isTrue(c, 'supportsAllDrives') && isTrue(c, 'includeItemsFromAllDrives')

function pageSize(c: Context): number | undefined {
  const size = Number(c.req.query('pageSize') ?? 100)
  return size >= 1 && size <= 1000 ? size : undefined
}

function placeOf(token: string): number | undefined {
  const place = /^log\.(\d+)$/.exec(token)?.[1]
  return place === undefined ? undefined : Number(place)
}

/** Sorts by keys such as `folder,name desc`. */
function sorter(orderBy: string) {
  const keys = orderBy.split(',').filter((key) => key !== '')
  const valueOf = (entry: DriveEntry, key: string): string => {
    if (key === 'folder') return entry.mimeType === googleTypes.folder ? '0' : '1'
    return key === 'modifiedTime' ? entry.modifiedTime : entry.name
  }
  return (a: DriveEntry, b: DriveEntry) => {
    for (const key of keys) {
      const [name = '', direction] = key.trim().split(' ')
      const order = valueOf(a, name).localeCompare(valueOf(b, name))
      if (order !== 0) return direction === 'desc' ? -order : order
    }
    return 0
  }
}

/** Without `fields`, the API returns a few only. */
function fielded(c: Context, whole: Record<string, unknown>, usual: string): Response {
  const mask = readMask(c.req.query('fields') ?? usual)
  return mask ? c.json(masked(whole, mask) as Record<string, unknown>) : invalid('fields')
}

function media(bytes: Buffer, type: string, range: string | undefined): Response {
  const match = /^bytes=(\d+)-(\d*)$/.exec(range ?? '')
  const headers = { 'content-type': type }
  if (!match) return new Response(new Uint8Array(bytes), { headers })
  const from = Number(match[1])
  const to = Math.min(match[2] ? Number(match[2]) : bytes.length - 1, bytes.length - 1)
  return new Response(new Uint8Array(bytes.subarray(from, to + 1)), {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${from}-${to}/${bytes.length}` },
  })
}

function notFound(id: string, what = 'File'): Response {
  return errorResponse({ status: 404, reason: 'notFound', message: `${what} not found: ${id}.` })
}

function forbidden(reason: string, message: string): Response {
  return errorResponse({ status: 403, reason, message })
}

function locked(): Response {
  return forbidden('cannotDownloadFile', 'This file cannot be downloaded by the user.')
}

function invalid(location: string, status = 400): Response {
  const reason = status === 410 ? 'gone' : 'invalid'
  return errorResponse({ status, reason, message: 'Invalid Value', location })
}
