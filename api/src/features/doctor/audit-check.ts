import { AuditBreak } from '../../platform/audit/audit-break.ts'
import { checkAuditTail } from '../../platform/audit/check-tail.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { type Check, CheckFailure } from './finding.ts'

type Options = { open: () => Promise<DocumentStore> }

/** Checks the newest anchor of the audit and the last entries of its chains. */
export function auditCheck({ open }: Options): Check {
  return {
    part: 'audit',
    async run() {
      try {
        const { newestAnchor } = await checkAuditTail(await open())
        return newestAnchor
          ? `the last entries follow from each other and from the anchor of ${newestAnchor.day}, ${newestAnchor.hash}`
          : 'no anchor yet; the portal makes one every day'
      } catch (error) {
        if (!(error instanceof AuditBreak)) throw error
        throw new CheckFailure(`${error.message} Run \`pnpm portal audit verify\`.`, {
          cause: error,
        })
      }
    },
  }
}
