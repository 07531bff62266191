/**
 * The specification's sentences for the directory's admins, sections 5 and 8, and the portal's own.
 */
export const directorySentences = {
  listFailed: 'Failed to fetch directory entries',
  entryFailed: (reason: string) => `Failed to fetch directory entry: ${reason}`,
  createFailed: 'Failed to create directory entry',
  updateFailed: 'Failed to update directory entry',
  deleteFailed: 'Failed to delete directory entry',
  saveToast: 'Failed to save entry',
  deleteToast: 'Failed to delete entry',
  added: (name: string) => `${isolated(name)} is in the directory`,
  saved: (name: string) => `${isolated(name)} saved`,
  deleted: (name: string) => `${isolated(name)} deleted`,
}

/** How long the messages stay, in ms (specification, section 9). */
export const messageTimes = { good: 3000, bad: 5000 }
import { isolated } from '@portal/domain/shown-text'
