import { isApiError } from '@portal/contract/client'

/** HTTP's own words; answers of HTTP/2 bring none. */
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

/** A failed answer's status in words; undefined where there was no answer. */
export function statusTextOf(error: Error): string | undefined {
  if (!isApiError(error) || error.status === 0) return undefined
  return texts[error.status] ?? String(error.status)
}
