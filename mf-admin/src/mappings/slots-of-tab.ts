import type { Quarter } from '@portal/domain/quarter'
import {
  type CommunicationsType,
  communicationsTypes,
  type PolicyType,
  policyTypes,
  type Slot,
  slotsOfQuarter,
} from '@portal/domain/slot-names'

export const tabs = [
  { value: 'meetings', label: 'Meeting Materials' },
  { value: 'governance', label: 'Governance & Policies' },
  { value: 'communications', label: 'Communications Resources' },
] as const

export type Tab = (typeof tabs)[number]['value']

export function tabOf(text: string | null): Tab {
  return tabs.find(({ value }) => value === text)?.value ?? 'meetings'
}

/** The slots that a tab sets up, in the order in which members see them. */
export function slotsOfTab(tab: Tab, quarter: Quarter): Slot[] {
  if (tab === 'governance') {
    const types = Object.keys(policyTypes) as PolicyType[]
    return types.map((policyType) => ({ kind: 'governance', policyType }))
  }
  if (tab === 'communications') {
    const types = Object.keys(communicationsTypes) as CommunicationsType[]
    return types.map((resourceType) => ({ kind: 'communications', resourceType }))
  }
  return slotsOfQuarter(quarter)
}
