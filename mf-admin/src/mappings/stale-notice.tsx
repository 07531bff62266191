import { isolated } from '@portal/domain/shown-text'
import type { ResourceMapping } from '@portal/contract/mappings'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { RefreshCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { BothVersions } from '../shared/dialogs/both-versions.tsx'
import { errorMessage } from '../shared/api-errors.ts'
import { useOtherAdmin } from '../shared/rights/admin-rights.ts'
import { useReloadMapping } from './mapping-queries.ts'
import { mappingDifferences, type MappingSummary } from './mapping-change.ts'
import { mappingSentences } from './mappings-sentences.ts'
import styles from './stale-notice.module.css'

/** A save that was based on an older state than the stored one. */
export type StaleSave = {
  id: string
  /** The version that the change is based on. */
  base: ResourceMapping | undefined
  /** The stored version, if the server sent it. */
  theirs: ResourceMapping | undefined
  /** The address of the person who saved it, if known. */
  by: string | undefined
  yours: Partial<MappingSummary>
  /** Rebases the typed text on theirs. */
  keep: (theirs: ResourceMapping) => void
  discard: () => void
}

type StaleNoticeProps = { name: string; stale: StaleSave; onSettled: () => void }

/** Reports that someone else has saved first, compares both versions, and lets the reader choose. */
export function StaleNotice({ name, stale, onSettled }: StaleNoticeProps) {
  const { id, base, theirs, by, yours, keep, discard } = stale
  const reload = useReloadMapping()
  const otherAdmin = useOtherAdmin()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string>()
  const rows = theirs ? mappingDifferences(base, theirs, yours) : []

  const settle = async (then: (latest: ResourceMapping) => void) => {
    setBusy(true)
    setFailed(undefined)
    try {
      const latest = await reload(id, theirs)
      if (latest) then(latest)
      onSettled()
    } catch (error) {
      // The notice stays, and so does the typed text.
      setFailed(mappingSentences.fetchFailed(errorMessage(error)))
      setBusy(false)
    }
  }

  return (
    <Banner kind="warn" icon={<TriangleAlert />} role="alert">
      <p>
        <strong>
          {otherAdmin(by)} changed “{isolated(name)}” meanwhile.
        </strong>{' '}
        Yours was not saved, and theirs is unchanged.
      </p>
      {theirs && rows.length === 0 && <p>What is stored now is the same as yours.</p>}
      {rows.length > 0 && <BothVersions rows={rows} />}
      {failed !== undefined && <p>{failed}</p>}
      <div className={styles.buttons}>
        <Button icon={<RefreshCw />} busy={busy} onClick={() => void settle(keep)}>
          Reload and keep mine
        </Button>
        <Button variant="quiet" disabled={busy} onClick={() => void settle(discard)}>
          Use theirs
        </Button>
      </div>
    </Banner>
  )
}
