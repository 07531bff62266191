import { type ApiError, isApiError } from '@portal/contract/client'

/**
 * Why a call came to nothing, in a sentence for the reader. Undefined where something else has answered in the
 * API's place, such as a proxy: its words ("Bad Gateway") say nothing to anybody. That nobody answers is said on this side.
 */
export function errorMessage(error: unknown): string | undefined {
  if (!isApiError(error) || !(error.isProblem || error.code === 'offline')) return undefined
  return error.message || undefined
}

/**
 * Whether somebody else was faster. A conflict that names no other document isn't that: so much was being saved at
 * one moment that the database took none of it.
 */
export function isOutrun({ code, current }: ApiError): boolean {
  return code === 'stale' || (code === 'conflict' && current !== undefined)
}
