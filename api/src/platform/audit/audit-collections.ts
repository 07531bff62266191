/** Changes and refusals; kept permanently. */
export const auditCollection = 'audit'

/** Sign-ins, downloads and what admins read; kept for a limited time, see `access-retention.ts`. */
export const accessCollection = 'audit_access'

/** Daily records of where each chain ends. */
export const anchorsCollection = 'audit_anchors'

/**
 * The collections whose entries form chains. The first is verified first: what is deleted from it meanwhile is recorded
 * in the other.
 */
export const chainedCollections = [accessCollection, auditCollection] as const

export type ChainedCollection = (typeof chainedCollections)[number]

/**
 * `changed`: the content of an entry doesn't match its hash. `missing`: entries before this one are gone. `cut`: the
 * end of a chain is gone. `reordered`: an entry is in another's place. `rewritten`: the hashes are valid, but differ
 * from the original ones. `inserted`: an entry that the portal didn't write.
 */
type BreakKind = 'changed' | 'missing' | 'cut' | 'reordered' | 'rewritten' | 'inserted'

/** The first sign that the audit has been tampered with; its message is a sentence for the operator. */
export class AuditBreak extends Error {
  readonly kind: BreakKind
  /** The entry's, the anchor's or the chain's id. */
  readonly place: string

  constructor(kind: BreakKind, place: string, message: string) {
    super(message)
    this.name = 'AuditBreak'
    this.kind = kind
    this.place = place
  }
}
