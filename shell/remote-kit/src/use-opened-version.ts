import { textsIn } from '@portal/domain/texts-to-find'
import { useLocation, useSearchParams } from '@portal/remote-kit/router'
import type { OpenedVersion } from './paper-versions/paper-versions.tsx'
import { lastQuarter } from './paper-versions/use-last-quarter.ts'

/** The version in the address, and what to compare it with; numbers that aren't versions are ignored. */
export function useOpenedVersion(): OpenedVersion {
  const [search] = useSearchParams()
  const since = search.get('since')
  return {
    version: numberIn(search.get('version')),
    since: since === lastQuarter ? since : numberIn(since),
  }
}

/** The page in the address. */
export function useOpenedPage(): number | undefined {
  const [search] = useSearchParams()
  return numberIn(search.get('page'))
}

/** The texts in the address to mark in the paper, and a function that removes them; undefined without any. */
export function useOpenedFind(): { texts: string[]; onEnd: () => void } | undefined {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation() as { state: unknown }
  const texts = textsIn(search.get('find'))
  if (texts.length === 0) return undefined
  const onEnd = () => {
    const after = new URLSearchParams(search)
    after.delete('find')
    setSearch(after, { replace: true, preventScrollReset: true, state })
  }
  return { texts, onEnd }
}

/** The id of the note in the address that a paper opens at. */
export function useOpenedNote(): string | undefined {
  const [search] = useSearchParams()
  return search.get('note') ?? undefined
}

function numberIn(text: string | null): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : undefined
}
