declare module 'linebreak' {
  /** Finds the positions at which lines may break (UAX #14). */
  export default class LineBreaker {
    constructor(text: string)
    /** `position` is where the next line may begin. Null at the end of the text. */
    nextBreak(): { position: number; required: boolean } | null
  }
}
