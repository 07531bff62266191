/** Why an archive can't be imported, as one sentence for the operator. */
export class ImportError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'ImportError'
  }
}
