import { isApiError } from '@portal/contract/client'

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
export function statusTextOf(error: Error): string | undefined {
  if (!isApiError(error) || error.status === 0) return undefined
  return texts[error.status] ?? String(error.status)
}
