import { useSearchParams } from '@portal/remote-kit/router'
import type { OpenedVersion } from './paper-versions/paper-versions.tsx'

/** The version in the address, and the one to compare it with; numbers that aren't versions are ignored. */
export function useOpenedVersion(): OpenedVersion {
  const [search] = useSearchParams()
  return { version: numberIn(search.get('version')), since: numberIn(search.get('since')) }
}

/** The page in the address. */
export function useOpenedPage(): number | undefined {
  const [search] = useSearchParams()
  return numberIn(search.get('page'))
}

function numberIn(text: string | null): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : undefined
}
