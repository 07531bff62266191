import type { PaperCondition } from '@portal/domain/paper-problem'
import { textsIn } from '@portal/domain/texts-to-find'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { useLocation, useSearchParams } from '@portal/remote-kit/router'
import type { OpenedVersion } from './paper-versions/paper-versions.tsx'
import { lastQuarter } from './paper-versions/use-last-quarter.ts'
import { versionsQuery } from './queries/versions.ts'

/** The version in the address, and what to compare it with; numbers that aren't versions are ignored. */
export function useOpenedVersion(): OpenedVersion {
  const [search] = useSearchParams()
  const since = search.get('since')
  return {
    version: numberIn(search.get('version')),
    since: since === lastQuarter ? since : numberIn(since),
  }
}

type OpenedPaper = { id: string; version?: number | undefined } | undefined

/**
 * Whether an earlier version that is open could be read, which decides how the viewer shows it. Undefined until it is
 * known, and for the version that the portal shows, whose condition comes with the paper.
 */
export function useOpenedCondition(
  paper: OpenedPaper,
  { version }: OpenedVersion,
): PaperCondition | undefined {
  const { call } = usePortal()
  const isEarlier = paper !== undefined && version !== undefined && version !== paper.version
  const versions = useQuery({ ...versionsQuery(call, paper?.id ?? ''), enabled: isEarlier }).data
  return isEarlier
    ? versions?.versions.find(({ number }) => number === version)?.condition
    : undefined
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
