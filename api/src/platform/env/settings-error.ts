/** A setting that can't be used. The message is shown to the operator. */
export class SettingsError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SettingsError'
  }
}
