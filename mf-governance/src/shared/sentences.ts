import { isolated } from '@portal/domain/shown-text'
import { isApiError } from '@portal/remote-kit/client'

/** The specification's sentences for governance, communications and documents, section 8. */
export const governanceSentences = {
  offline: 'Unable to connect to server. Please check your connection and try again.',
  governanceFailed: 'Failed to load governance documents',
  communicationsFailed: 'Failed to load communications resources',
  communicationsNotFound: 'Communications resources not found. Please contact your administrator.',
  communicationsUpdated: 'Communications resources updated successfully!',
  notFound: 'Material Not Found',
  notAvailable: 'Resource not available. Please contact your administrator.',
  unsupported: 'Unsupported resource type mapping.',
  failed: 'Error loading resource. Please try again later.',
  documentsFailed: 'Failed to fetch documents',
  documentsStale: 'Failed to refresh documents',
  documentNotFound: (id: string) => `Document not found: ${id}`,
  /** Not the specification's: it was closed, or withdrawn, while it was open. */
  refused: (name: string) =>
    `You can’t read “${isolated(name)}” any more. Ask your Board Liaison if you need it.`,
  documentUnavailable: (name: string) =>
    `${isolated(name)} document is not available. Please contact your administrator.`,
}

/** A failure to read the mappings. */
export function mappingsFailure(error: Error): string {
  const status = statusTextOf(error)
  if (status) return `Failed to fetch mappings: ${status}`
  return isOffline(error) ? governanceSentences.offline : governanceSentences.failed
}

/** A failure to read a policy's document. */
export function policyFailure(error: Error): string {
  const status = statusTextOf(error)
  if (status) return `Failed to fetch governance policy document: ${status}`
  return isOffline(error) ? governanceSentences.offline : governanceSentences.failed
}

export function isNotFound(error: Error | null): boolean {
  return isApiError(error) && error.code === 'notFound'
}

export function isOffline(error: Error): boolean {
  return isApiError(error) && error.code === 'offline'
}

/** HTTP's own reason phrases; HTTP/2 responses have none. */
const texts: Record<number, string> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** The status text of a failed response; undefined without a response. */
function statusTextOf(error: Error): string | undefined {
  if (!isApiError(error) || error.status === 0) return undefined
  return texts[error.status] ?? String(error.status)
}
