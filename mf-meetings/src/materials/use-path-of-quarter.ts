import { compareQuarters, type Quarter } from '@portal/domain/quarter'
import { isMaterialType } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { quartersQuery } from '@portal/remote-kit/queries/mappings'
import { useQueryClient } from '@portal/remote-kit/query'
import { meetingsPaths } from '../meetings-paths.ts'

/**
 * The address of the shown paper in another quarter; only the quarter's if it has no such paper. A promise while the
 * papers of that year aren't known.
 */
export function usePathOfQuarter(wanted: string | undefined) {
  const { call } = usePortal()
  const client = useQueryClient()
  return (other: Quarter): string | Promise<string> => {
    const address = meetingsPaths.quarter(other)
    if (wanted === undefined || !isMaterialType(wanted)) return address
    const addressAmong = (quarters: (Quarter & { materialTypes: string[] })[]) =>
      quarters.find((one) => compareQuarters(one, other) === 0)?.materialTypes.includes(wanted)
        ? meetingsPaths.material(other, wanted)
        : address
    const query = quartersQuery(call, other.year)
    const known = client.getQueryData(query.queryKey)
    if (known) return addressAmong(known.quarters)
    return client.fetchQuery(query).then(
      ({ quarters }) => addressAmong(quarters),
      () => address,
    )
  }
}
