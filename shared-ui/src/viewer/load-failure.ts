/** Why a document can't be shown. */
export type LoadFailure =
  | { kind: 'missing'; requestId?: string | undefined }
  | { kind: 'status'; status: number; requestId?: string | undefined }
  | { kind: 'offline' }
  | { kind: 'unanswered' }
  /** The version was withdrawn or is no longer kept; `sentence` is the server's. */
  | { kind: 'gone'; sentence?: string | undefined; requestId?: string | undefined }
  /** The portal's stored file is damaged; it is being repaired. */
  | { kind: 'damaged'; requestId?: string | undefined }
  /** The PDF itself is damaged. */
  | { kind: 'broken' }
  | { kind: 'unloadable' }

/** Whether the server has refused it, so that trying again won't help. */
export function isRefused(failure: LoadFailure): boolean {
  const { kind } = failure
  return kind === 'missing' || kind === 'gone' || (kind === 'status' && failure.status === 403)
}

/** Whether the file was replaced while it was open: the rest of the earlier one is gone. */
export function isReplaced(failure: LoadFailure): boolean {
  return failure.kind === 'status' && failure.status === 412
}

export class LoadError extends Error {
  override name = 'LoadError'
  readonly failure: LoadFailure
  constructor(failure: LoadFailure, options?: ErrorOptions) {
    super(failure.kind, options)
    this.failure = failure
  }
}

export function failureOf(error: unknown): LoadFailure {
  if (error instanceof LoadError) return error.failure
  const name = error instanceof Error ? error.name : ''
  const brokenNames = ['InvalidPDFException', 'FormatError', 'UnknownErrorException']
  return brokenNames.includes(name) ? { kind: 'broken' } : { kind: 'unloadable' }
}

/** The message for a failure, as specified; the specification has none for an offline device. `document`: its id. */
export function failureMessage(failure: LoadFailure, document: string, online = true): string {
  switch (failure.kind) {
    case 'missing':
      return `Document not found: ${document}`
    case 'status':
      return `Failed to load PDF: ${failure.status}`
    case 'offline':
      if (!online) return offlineMessage
      return 'Unable to connect to server. Please check your connection and try again.'
    case 'unanswered':
      return 'The server isn’t responding. Please try again.'
    case 'damaged':
      return 'The portal’s copy of this document is damaged, so it isn’t shown. It is fetched from the drive again; please try again later, or ask your Board Liaison.'
    case 'gone':
      return failure.sentence ?? 'This version of the document is no longer there.'
    case 'broken':
      return 'This PDF is damaged and can’t be shown here.'
    case 'unloadable':
      return 'The document viewer could not be started.'
  }
}

const offlineMessage =
  'You are offline, and this document can’t be opened until you are online again, because it wasn’t read on this visit.'
