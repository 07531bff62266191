import type { StoredFile } from './check-file.ts'

/** A stored file whose bytes are verified, and the callbacks for the result, which may be repeated. */
export type ScrubbedFile = StoredFile & {
  /** Its bytes are missing, or not those of its hash. */
  onHarm: () => Promise<void> | void
  /** Its bytes are right, or had no recorded hash; `hash` is theirs. */
  onIntact?: (hash: string) => Promise<void>
}

/** The files of one feature, as they are stored now. */
export type ScrubSource = () => Promise<ScrubbedFile[]>
