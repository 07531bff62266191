/** What a link to a meeting's papers carries: the ids of the papers that were uploaded for it. */
export function stateWithPapers(ids: readonly string[]) {
  return { papersToMatch: ids }
}

/** The papers that the link to this page carried. */
export function papersToMatch(state: unknown): string[] {
  const ids = (state as { papersToMatch?: unknown } | null)?.papersToMatch
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}
