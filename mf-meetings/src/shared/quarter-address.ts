import { parseQuarter, type Quarter } from '@portal/domain/quarter'
import { useParams } from '@portal/remote-kit/router'

/**
 * The quarter in the address; undefined if it is invalid (a year outside 1970–2100, a quarter
 * outside 1–4).
 */
export function useQuarter(): Quarter | undefined {
  const { year, quarter } = useParams()
  return parseQuarter(year, quarter)
}
