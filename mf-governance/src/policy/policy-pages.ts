import type { Slot } from '@portal/domain/slot-names'

/** A page from the specification that represents a policy's document. */
export type PolicyPage = { about: string; slot: Slot }

const pages: Record<string, PolicyPage> = {
  'travel-expense-policy': {
    about:
      'This page is about how the foundation pays for travel and expenses. The rules are in the policy’s document.',
    slot: { kind: 'governance', policyType: 'travel-expense-policy' },
  },
  'charitable-contributions': {
    about:
      'This page is about the foundation’s policy on charitable contributions. The policy itself is a document.',
    slot: { kind: 'governance', policyType: 'charitable-contributions' },
  },
}

export function policyPageOf(type: string | undefined): PolicyPage | undefined {
  return type !== undefined && Object.hasOwn(pages, type) ? pages[type] : undefined
}
