import type { Endpoint } from '@portal/contract/endpoint'

const kb = 1024
const mb = 1024 * kb

/** What one request may cost. All but the last two are enforced: more is refused with 413. */
export type Budget = {
  /** The bytes of a request's body. */
  bytesIn: number
  /** The bytes of a response before it is compressed; `stream` for files, which are sent piece by piece. */
  bytesOut: number | 'stream'
  /** The calls to the store that read. */
  reads: number
  /**
   * The bytes of documents read from the store, which are parsed here: together with the other bytes they determine the
   * CPU time.
   */
  bytesRead: number
}

/** The classes of budgets. Those of writes include what the audit reads to continue its chain. */
const budgets = {
  /** Something small, made from memory or from a few records. */
  small: { bytesIn: 64 * kb, bytesOut: 256 * kb, reads: 40, bytesRead: mb },
  /** A record of the store, of up to 900 KB, and the records that it needs. */
  record: { bytesIn: 64 * kb, bytesOut: mb, reads: 40, bytesRead: 4 * mb },
  /** A page of records, cut by number and by bytes. */
  page: { bytesIn: 0, bytesOut: 2 * mb, reads: 40, bytesRead: 6 * mb },
  /** A page of versions; an admin's also reads each slot that shows the paper. */
  versions: { bytesIn: 0, bytesOut: 2 * mb, reads: 600, bytesRead: 6 * mb },
  /** All questions of a meeting, of which a page is sent. */
  questions: { bytesIn: 128 * kb, bytesOut: mb, reads: 60, bytesRead: 24 * mb },
  /** Everything of a kind, which grows with the portal, from memory: serialized in pieces, and mostly once for all callers. */
  list: { bytesIn: 0, bytesOut: 16 * mb, reads: 40, bytesRead: 16 * mb },
  /** All of a person's notes on a paper; the notes themselves are at most 4 MB. */
  notesOfPaper: { bytesIn: 4 * kb, bytesOut: 8 * mb, reads: 60, bytesRead: 12 * mb },
  /** A save reads each note that it names, and returns it. */
  savedNotes: { bytesIn: mb, bytesOut: 3 * mb, reads: 450, bytesRead: 4 * mb },
  /** Reads all notes of a person, which are at most 50 MB, in pages. */
  ownNotes: { bytesIn: 4 * kb, bytesOut: 2 * mb, reads: 1000, bytesRead: 64 * mb },
  /** Erases all notes of a person, 100 in a transaction. */
  erasedNotes: { bytesIn: 0, bytesOut: 0, reads: 100_000, bytesRead: 128 * mb },
  /** A file made from notes. */
  fileOfNotes: { bytesIn: 0, bytesOut: 'stream', reads: 1000, bytesRead: 64 * mb },
  /** Saves a record of up to 900 KB, whose image may be sent with it. */
  saved: { bytesIn: 3 * mb, bytesOut: 2 * mb, reads: 60, bytesRead: 8 * mb },
  /** Changes several records at once; at most 900 KB of each. */
  changed: { bytesIn: 256 * kb, bytesOut: 2 * mb, reads: 600, bytesRead: 16 * mb },
  /** Changes all papers of a meeting: 200 mappings, or twice as many that are compared, each first as a closed one. */
  papers: { bytesIn: 512 * kb, bytesOut: 2 * mb, reads: 1200, bytesRead: 16 * mb },
  /** Imports ten people with every field of an entry. */
  people: { bytesIn: 512 * kb, bytesOut: 64 * kb, reads: 600, bytesRead: 16 * mb },
  /** A person's photo with the entry. */
  photo: { bytesIn: 5.25 * mb, bytesOut: 256 * kb, reads: 40, bytesRead: 4 * mb },
  /** Pages that were read, of up to 100 papers. */
  reading: { bytesIn: 320 * kb, bytesOut: 2 * mb, reads: 400, bytesRead: 16 * mb },
  /** A token of a CI provider, from anyone. */
  token: { bytesIn: 16 * kb, bytesOut: 64 * kb, reads: 200, bytesRead: 4 * mb },
  report: { bytesIn: 64 * kb, bytesOut: 0, reads: 0, bytesRead: 0 },
  outcomes: { bytesIn: 128 * kb, bytesOut: 0, reads: 200, bytesRead: 4 * mb },
  /** A part of a file, or a release's file: counted while it arrives, up to the endpoint's own limit. */
  upload: { bytesIn: 5 * mb, bytesOut: 256 * kb, reads: 40, bytesRead: 4 * mb },
  /** A remote's own backend: the API counts what it passes on, and reads the remote's policy. */
  backend: { bytesIn: mb, bytesOut: 10 * mb, reads: 40, bytesRead: 4 * mb },
  /** Sent from the store of files as it is read. */
  file: { bytesIn: 0, bytesOut: 'stream', reads: 40, bytesRead: 4 * mb },
} as const satisfies Record<string, Budget>

type BudgetName = keyof typeof budgets

/** The budgets of endpoints; one without a row has the budget of a record. */
export const budgetOfEndpoint: Partial<Record<string, BudgetName>> = {
  'GET /api/config': 'small',
  'GET /api/portal': 'small',
  'POST /api/auth/token': 'small',
  'DELETE /api/auth/token': 'small',
  'POST /api/sign-ins/end-all': 'changed',
  'DELETE /api/sign-ins/{id}': 'small',
  'GET /api/own-data': 'page',
  'POST /api/second-factor': 'small',
  'DELETE /api/second-factor': 'small',
  'DELETE /api/second-factor/notice': 'small',
  'DELETE /api/password-notice': 'small',
  'POST /api/reports': 'report',
  'POST /api/identity/sign-in': 'small',
  'POST /api/identity/code': 'small',
  'POST /api/identity/token': 'small',
  'DELETE /api/identity/token': 'small',
  'POST /api/identity/second-factor': 'small',
  'POST /api/identity/second-factor/confirm': 'small',
  'POST /api/identity/link': 'small',
  'POST /api/identity/password': 'small',
  'POST /api/identity/issuer': 'small',
  'GET /api/identity/issuer/return': 'small',
  'POST /api/identity/issuer/finish': 'small',

  'GET /api/calendar/events/upcoming': 'small',
  'GET /api/calendar/events': 'list',
  'GET /api/calendar/problems': 'list',
  'GET /api/calendar/events/{id}': 'small',
  'GET /api/calendar/events/{id}/ics': 'small',
  'GET /api/own-feed': 'small',
  'GET /api/feeds/{file}': 'list',

  'GET /api/agendas': 'list',
  'GET /api/agendas/zone-change': 'list',
  'POST /api/agendas/zone-change': 'changed',
  'PUT /api/agendas/{year}/{quarter}': 'saved',
  'PUT /api/agendas/{year}/{quarter}/status': 'saved',
  'POST /api/agendas/{year}/{quarter}/move': 'saved',
  'GET /api/agendas/{year}/{quarter}/questions': 'questions',
  'POST /api/agendas/{year}/{quarter}/questions': 'questions',
  'GET /api/agenda-templates': 'list',
  'POST /api/agenda-templates': 'saved',
  'PUT /api/agenda-templates/{id}': 'saved',

  'GET /api/meetings': 'list',
  'POST /api/meetings': 'changed',
  'GET /api/all-meetings': 'page',
  'GET /api/all-meetings/{meeting}': 'small',
  'PUT /api/meetings/{meeting}/stage': 'saved',
  'PUT /api/meetings/{meeting}/event': 'saved',
  'GET /api/calendar/matches': 'list',
  'PUT /api/meetings/{year}/{quarter}/publication': 'changed',
  'PUT /api/meetings/{year}/{quarter}/agenda-source': 'changed',
  'POST /api/meetings/{year}/{quarter}/prepare': 'changed',
  'POST /api/meetings/{year}/{quarter}/papers': 'papers',
  'POST /api/meetings/{year}/{quarter}/copies': 'papers',
  'GET /api/resource-mappings': 'list',
  'PUT /api/resource-mappings/{id}': 'saved',
  'POST /api/resource-mappings/active': 'papers',
  'POST /api/undo': 'papers',

  'GET /api/documents': 'list',
  'GET /api/folders': 'page',
  'GET /api/documents/{id}': 'small',
  'GET /api/documents/{id}/content': 'file',
  'GET /api/documents/{id}/text': 'list',
  'GET /api/documents/{id}/versions': 'versions',
  'GET /api/documents/{id}/changes': 'list',
  'POST /api/documents/{id}/correction': 'changed',
  'GET /api/drive/files': 'list',
  'GET /api/drive/folders': 'list',
  'GET /api/uploads': 'list',
  'GET /api/uploads/corrections': 'list',
  'PUT /api/uploads/{id}/parts/{part}/{sha256}': 'upload',
  'GET /api/images/{hash}': 'file',
  'POST /api/sync/trigger': 'small',

  'GET /api/reading': 'reading',
  'GET /api/reading/export': 'list',
  'POST /api/reading': 'reading',
  'PUT /api/reading/settings': 'small',
  'DELETE /api/reading': 'erasedNotes',
  'GET /api/documents/{id}/notes': 'notesOfPaper',
  'PUT /api/notes': 'savedNotes',
  'POST /api/notes/earlier': 'ownNotes',
  'GET /api/notes': 'page',
  'DELETE /api/notes': 'erasedNotes',
  'GET /api/notes/policy': 'small',
  'PUT /api/notes/policy': 'papers',
  'GET /api/notes/list': 'fileOfNotes',
  'GET /api/documents/{id}/notes/paper': 'fileOfNotes',
  'GET /api/search': 'page',
  'GET /api/search/everything': 'ownNotes',

  'POST /api/meetings/{year}/{quarter}/book': 'changed',
  'PUT /api/meetings/{year}/{quarter}/book/copy': 'small',
  'GET /api/meetings/{year}/{quarter}/book/{id}/file': 'file',
  'GET /api/exports': 'list',
  'GET /api/exports/{id}/file': 'file',
  'DELETE /api/exports/{id}': 'changed',

  'GET /api/bodies': 'list',
  'GET /api/bodies/{id}/people': 'list',
  'GET /api/admin/bodies': 'list',
  'GET /api/bodies/{id}/access': 'list',
  'POST /api/terms': 'changed',
  'GET /api/directory': 'list',
  'GET /api/people': 'page',
  'GET /api/directory/{id}': 'small',
  'POST /api/directory': 'photo',
  'PUT /api/directory/{id}': 'photo',
  'POST /api/people/import': 'people',
  'GET /api/people/not-linked': 'list',
  'PUT /api/directory/{id}/account': 'small',
  'GET /api/audit': 'page',
  'GET /api/audit/csv': 'file',
  'GET /api/admin/guests': 'list',
  'GET /api/mails': 'page',
  'GET /api/own-meetings': 'page',
  'GET /api/own-replies': 'page',
  'GET /api/all-meetings/{meeting}/replies': 'list',
  'POST /api/all-meetings/{meeting}/reply-requests': 'changed',
  'GET /api/own-notices': 'small',
  'PUT /api/own-notices': 'small',
  'GET /api/notices': 'list',
  'GET /api/notices/{meeting}': 'list',
  'POST /api/notices/{meeting}/start': 'changed',
  'PUT /api/notices/{meeting}/pause': 'changed',
  'POST /api/notices/{meeting}/formal': 'changed',
  'PUT /api/notices/{meeting}/waivers/{person}': 'changed',
  'DELETE /api/guests/{uid}': 'changed',
  'POST /api/guests/{uid}/membership': 'changed',
  'POST /api/directory/{id}/end-terms': 'changed',
  'GET /api/admin/people': 'small',
  'GET /api/admin/users': 'page',
  'DELETE /api/admin/users/{uid}': 'erasedNotes',
  'POST /api/admin/users/{uid}/erase': 'erasedNotes',
  'GET /api/admin/users/{uid}/leaving': 'list',
  'POST /api/admin/users/{uid}/hand-over': 'changed',
  'POST /api/admin/users/{uid}/end-now': 'changed',
  'PUT /api/admin/users/{uid}/last-day': 'changed',
  'POST /api/admin/users/{uid}/sign-out': 'changed',
  'POST /api/admin/users/{uid}/remove-access': 'changed',
  'GET /api/admin/designated-admins': 'small',

  'GET /api/releases': 'list',
  'GET /api/release-tokens': 'list',
  'GET /api/trusted-pipelines': 'list',
  'POST /api/release-tokens/exchange': 'token',
  'GET /api/offered-releases': 'list',
  'PUT /api/releases/{remote}/files/{sha384}': 'upload',
  'GET /api/releases/{remote}/files/{sha384}': 'file',
  'POST /api/releases/{remote}/records': 'changed',
  'GET /api/releases/{remote}/records': 'list',
  'POST /api/releases/{remote}/records/{release}/check': 'changed',
  'POST /api/releases/{remote}/promote': 'changed',
  'POST /api/releases/{remote}/rollback': 'changed',
  'POST /api/releases/{remote}/deny': 'changed',
  'POST /api/releases/{remote}/approve': 'changed',
  'POST /api/releases/{remote}/stop': 'changed',
  'POST /api/releases/{remote}/resume': 'changed',
  'GET /api/releases/{remote}/history': 'list',
  'PUT /api/releases/{remote}/policy': 'changed',
  'PUT /api/releases/{remote}/cohorts': 'saved',
  'GET /api/releases/{remote}/health': 'page',
  'GET /api/releases/{remote}/records/{release}/errors': 'page',
  'GET /api/releases/{remote}/previews': 'list',
  'GET /api/release-notices': 'page',
  'GET /api/compositions': 'list',
  'POST /api/outcomes': 'outcomes',
  'POST /api/gate-trials/take': 'changed',
  'POST /api/gate-trials/{remote}/{release}/verdict': 'changed',
}

/** Of `/api/remotes/{remote}/*`, the one route with data that isn't an endpoint. */
export const backendBudget = budgets.backend

/** A meeting's endpoint has the budget of a quarter's. */
export function budgetOf({ method, path }: Endpoint): Budget {
  const ofQuarter = path.replace('{meeting}', '{year}/{quarter}')
  const name = budgetOfEndpoint[`${method} ${path}`] ?? budgetOfEndpoint[`${method} ${ofQuarter}`]
  return budgets[name ?? 'record']
}
