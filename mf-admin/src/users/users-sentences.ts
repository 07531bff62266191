import { isolated } from '@portal/domain/shown-text'
import { isApiError } from '@portal/remote-kit/client'
import { errorMessage } from '../shared/api-errors.ts'

/** The specification's sentences for users, sections 5 and 8, and the portal's own. */
export const userSentences = {
  created: 'User created successfully!',
  updated: 'User updated successfully!',
  deleted: 'User deleted successfully!',
  granted: (email: string) => `Admin status granted to ${email}!`,
  revoked: (email: string) => `Admin status revoked from ${email}!`,
  signedOut: (name: string) => `${isolated(name)} is signed out everywhere.`,
  secondFactorReset: (name: string) => `The two-step sign-in of ${isolated(name)} is reset.`,
  accessRemoved: (name: string) => `The access of ${isolated(name)} is removed.`,
  emailRequired: 'Email is required',
  actingEmailMissing: 'Current user email not available',
  adminsFailed: 'Failed to fetch the list of designated admins',
}

/** How long a message about users stays, in ms (specification, section 9). */
export const userMessageTime = 5000

const failures = {
  'fetch users': (status: number) => `Failed to fetch users: ${status}`,
  'create user': (status: number) => `Failed to create user: ${status}`,
  'edit user': (status: number) => `Failed to edit user: ${status}`,
  'delete user': (status: number) => `Failed to delete user: ${status}`,
  'sign out': (status: number) => `Failed to sign the user out: ${status}`,
  reset: (status: number) => `Failed to reset the two-step sign-in: ${status}`,
  remove: (status: number) => `Failed to remove the access: ${status}`,
  erase: (status: number) => `Failed to erase the account: ${status}`,
  'change admin status': (status: number) => `Failed to change admin status: ${status}`,
}

type Action = keyof typeof failures

/** The server's own sentence if there is one; else which action failed, and with which status. */
export function userErrorMessage(error: unknown, action: Action): string {
  return errorMessage(error) ?? failureOf(error, action)
}

export function failureOf(error: unknown, action: Action): string {
  if (!isApiError(error)) return `Failed to ${action}. Please try again.`
  return error.status === 0 ? error.message : failures[action](error.status)
}
