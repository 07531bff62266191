/** The audit screen's texts, which the specification doesn't define. */
export const auditSentences = {
  about: (isAccess: boolean) =>
    isAccess
      ? 'Who signed in, signed out or downloaded a paper, and when admins opened the list of users or the audit. What is read in the viewer is private and isn’t recorded.'
      : 'Who changed what and when, and who was refused.',
  failed: 'Failed to load the audit',
  reversed: 'Choose a day that is not before From.',
  moreFailed: (oldestFirst: boolean) => `Failed to load ${oldestFirst ? 'newer' : 'older'} entries`,
  downloadFailed: (status: number) =>
    status === 0
      ? 'Unable to connect to server. Please check your connection and try again.'
      : `Failed to download the audit: ${status}`,
}
