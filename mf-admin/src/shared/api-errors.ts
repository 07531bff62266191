import { type ApiError, isApiError } from '@portal/remote-kit/client'
import { useState } from 'react'

/**
 * Why a call failed, in a sentence for the reader: the response's `error` or `message`. Undefined if it has neither,
 * such as a proxy's page: its status text ("Bad Gateway") doesn't help. A missing response has its own message.
 */
export function errorMessage(error: unknown): string | undefined {
  if (!isApiError(error) || isSchemaText(error)) return undefined
  const isSentence = error.isProblem || error.isStated || error.code === 'offline'
  return isSentence ? error.message || undefined : undefined
}

/** What a schema says about an input (`body.items: Invalid input: …`) is for developers. */
function isSchemaText({ message, fields }: ApiError): boolean {
  return fields?.some((field) => message === `${field.path}: ${field.message}`) ?? false
}

/**
 * Whether somebody else has saved first. A conflict without another document is something else: too
 * many simultaneous saves.
 */
export function isEditConflict({ code, current }: ApiError): boolean {
  return code === 'stale' || (code === 'conflict' && current !== undefined)
}

/** The address of the person who saved the version that a save was refused for, if known. */
export function currentAuthor(error: unknown): string | undefined {
  return isApiError(error) ? error.currentBy : undefined
}

/** A refusal is about the values that were sent: undefined once one of them has changed. */
export function useCurrentRefusal(
  refused: string | undefined,
  values: readonly unknown[],
): string | undefined {
  const [seen, setSeen] = useState({ refused, values })
  if (seen.refused !== refused) setSeen({ refused, values })
  return seen.values.every((value, index) => value === values[index]) ? refused : undefined
}
