/** What is found and marked in a document when it opens. */
export type OpenedFind = {
  /** Each of them is a match. */
  texts: readonly string[]
  /** Called when the reader ends it. */
  onEnd: () => void
}
