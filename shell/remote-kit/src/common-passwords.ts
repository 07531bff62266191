/** The list of common passwords, provided by the shell in a file of its own, which a remote can't have. */
export { loadCommonPasswords } from '@portal/domain/common-passwords'
