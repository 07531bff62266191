import type { EmbedType } from '@portal/contract/mappings'

export const embedTypeNames: Record<EmbedType, string> = {
  airtable: 'Airtable',
  others: 'Other page, shown in the portal',
  external: 'External link, opens in a new tab',
}
