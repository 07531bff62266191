import { useSearchParams } from '@portal/remote-kit/router'
import type { OpenedVersion } from './paper-versions/paper-versions.tsx'

/** The version in the address, and the one to compare it with; numbers that aren't versions are ignored. */
export function useOpenedVersion(): OpenedVersion {
  const [search] = useSearchParams()
  return { version: versionIn(search.get('version')), since: versionIn(search.get('since')) }
}

function versionIn(text: string | null): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : undefined
}
