/** A setting that can't be used. Its message is the one sentence the operator reads. */
export class SettingsError extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'SettingsError'
  }
}
