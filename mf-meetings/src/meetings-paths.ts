import type { Quarter } from '@portal/contract/quarter'
import { mappingId, type MaterialType, type Slot } from '@portal/contract/slots'

const quarter = ({ year, quarter }: Quarter) => `/meetings/${year}/q/${quarter}`

/** Every address of this remote, and those of others that it leads to. */
export const meetingsPaths = {
  quarter,
  material: (of: Quarter, type: MaterialType) => `${quarter(of)}?material=${type}`,
  agenda: (of: Quarter) => `${quarter(of)}/agenda`,
  editAgenda: ({ year, quarter }: Quarter) => `/admin/meetings/${year}/${quarter}/edit`,
  /** For admins: an agenda as members will see it, drafts included. */
  previewAgenda: ({ year, quarter }: Quarter) => `/admin/meetings/${year}/${quarter}/agenda`,
  newAgenda: '/admin/meetings/new',
  /** The page of what stands in a slot. */
  resource: (slot: Slot) => `/resources/view/${mappingId(slot)}`,
}
