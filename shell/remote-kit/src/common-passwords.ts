/** The list of common passwords, provided by the shell in a separate file, which a remote can't include. */
export { loadCommonPasswords } from '@portal/domain/common-passwords'
