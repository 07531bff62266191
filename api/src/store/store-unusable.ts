/** The store can't be used at all; the message is the one sentence the operator reads at start. */
export class StoreUnusable extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'StoreUnusable'
  }
}
