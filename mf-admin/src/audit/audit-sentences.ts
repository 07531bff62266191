/** What the audit's screen says; the specification has no sentences for it. */
export const auditSentences = {
  failed: 'Failed to load the audit',
  moreFailed: (oldestFirst: boolean) => `Failed to load ${oldestFirst ? 'newer' : 'older'} entries`,
  downloadFailed: (status: number) =>
    status === 0
      ? 'Unable to connect to server. Please check your connection and try again.'
      : `Failed to download the audit: ${status}`,
}
