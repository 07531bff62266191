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
