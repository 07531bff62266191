/** Sentences of the specification. */
export const directorySentences = { loadFailed: 'Failed to load directory data' } as const
