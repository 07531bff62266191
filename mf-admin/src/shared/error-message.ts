import { type ApiError, isApiError } from '@portal/contract/client'

/**
 * Why a call failed, in a sentence for the reader. Undefined if something other than the API
 * answered, such as a proxy: its words ("Bad Gateway") don't help. A missing response has its own message.
 */
export function errorMessage(error: unknown): string | undefined {
  if (!isApiError(error) || !(error.isProblem || error.code === 'offline')) return undefined
  return error.message || undefined
}

/**
 * Whether somebody else has saved first. A conflict without another document means something else: too
 * many simultaneous saves.
 */
export function isEditConflict({ code, current }: ApiError): boolean {
  return code === 'stale' || (code === 'conflict' && current !== undefined)
}
