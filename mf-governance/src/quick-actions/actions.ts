import type { Slot } from '@portal/domain/slot-names'

/** A card of the dashboard that opens a slot's paper. */
export type QuickAction = {
  name: string
  slot: Slot & { kind: 'governance' | 'communications' }
  /** Its subject, until the paper's own date is known. */
  about: string
}

export const quickActions: QuickAction[] = [
  {
    name: 'Mission Vision Values',
    slot: { kind: 'communications', resourceType: 'mission-vision-values' },
    about: 'What we are here for',
  },
  {
    name: 'Travel & Expense Policy',
    slot: { kind: 'governance', policyType: 'travel-expense-policy' },
    about: 'What the foundation pays, and how',
  },
  {
    name: 'Charitable Contributions',
    slot: { kind: 'governance', policyType: 'charitable-contributions' },
    about: 'Policy and form',
  },
]
