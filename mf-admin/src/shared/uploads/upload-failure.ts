import { isApiError } from '@portal/remote-kit/client'
import { uploadLimits } from '@portal/contract/uploads'
import { paperTypeOf, paperTypesInWords } from '@portal/domain/paper-types'
import { isolated } from '@portal/domain/shown-text'
import { errorMessage } from '../api-errors.ts'

/** Why the server would refuse a file; undefined if it takes it. */
export function fileRefusal({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (paperTypeOf(name) === undefined) {
    return `Unsupported type: the portal takes ${paperTypesInWords}.`
  }
  if (size > uploadLimits.file) return 'Over 200 MB, the most that the portal takes.'
  return size === 0 ? 'The file is empty.' : undefined
}

export type UploadFailure = {
  sentence: string
  /** Another try wouldn't change it. */
  isFinal: boolean
}

export function uploadFailure(error: unknown, name: string): UploadFailure {
  // A file that was changed, moved or deleted after it was picked.
  if (error instanceof DOMException) {
    return {
      sentence: `“${isolated(name)}” can’t be read any more. Please pick it again.`,
      isFinal: true,
    }
  }
  return {
    sentence: errorMessage(error) ?? 'The upload failed.',
    isFinal: isApiError(error) && ['unsupportedType', 'tooLarge'].includes(error.code),
  }
}
