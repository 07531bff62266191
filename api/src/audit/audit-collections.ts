/** Changes and refusals; kept for ever. */
export const auditCollection = 'audit'
/** Daily records of where each chain ends. */
export const anchorsCollection = 'audit_anchors'

/** The collections whose entries form chains. */
export const chainedCollections = [auditCollection] as const
export type ChainedCollection = (typeof chainedCollections)[number]
