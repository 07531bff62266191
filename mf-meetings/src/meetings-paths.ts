import type { Quarter } from '@portal/contract/quarter'
import type { MaterialType } from '@portal/contract/slots'

const quarter = ({ year, quarter }: Quarter) => `/meetings/${year}/q/${quarter}`

/** Every address of this remote. */
export const meetingsPaths = {
  quarter,
  material: (of: Quarter, type: MaterialType) => `${quarter(of)}?material=${type}`,
  agenda: (of: Quarter) => `${quarter(of)}/agenda`,
}
