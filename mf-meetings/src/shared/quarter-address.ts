import { parseQuarter, type Quarter } from '@portal/domain/quarter'
import { useParams } from '@portal/remote-kit/router'

/** The quarter of the address; undefined when it names none (a year outside 1970–2100, a quarter outside 1–4). */
export function useQuarter(): Quarter | undefined {
  const { year, quarter } = useParams()
  return parseQuarter(year, quarter)
}
