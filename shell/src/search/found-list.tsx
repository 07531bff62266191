import { addressOfFound } from '@portal/contract/screen-addresses'
import type { FoundEverything } from '@portal/contract/search-everything'
import type { Origin } from '@portal/remote-kit/opened-from'
import type { MouseEvent } from 'react'
import styles from './found-list.module.css'
import { FoundRow, type KnownFound } from './found-row.tsx'
import { isFoundKind } from './kind-words.ts'

type FoundListProps = {
  found: FoundEverything
  words: string
  origin: Origin
  onFollow?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined
}

/** The results, best first, as a plain list of links that every screen reader can navigate. */
export function FoundList({ found, words, origin, onFollow }: FoundListProps) {
  return (
    // Safari’s list without markers is none to VoiceOver, unless it says so.
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles
    <ol role="list" className={styles.list} aria-label="Results">
      {known(found).map((result) => (
        <FoundRow
          key={`${result.kind} ${result.id}`}
          result={result}
          words={words}
          origin={origin}
          onFollow={onFollow}
        />
      ))}
    </ol>
  )
}

/** The results of known kinds; a newer API may return others, which can't be opened here. */
export function known({ found }: FoundEverything): KnownFound[] {
  return found.flatMap((result) => {
    const { kind } = result
    const address = addressOfFound(result)
    return isFoundKind(kind) && address !== undefined ? [{ ...result, kind, address }] : []
  })
}
