/** Thrown when the store can't be opened at all. The message is shown to the operator at start. */
export class StoreOpenError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'StoreOpenError'
  }
}
