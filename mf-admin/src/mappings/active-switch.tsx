import type { ResourceMapping } from '@portal/contract/mappings'
import { slotOf } from '@portal/domain/ids'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { Switch } from '@portal/shared-ui/switch'
import { useState } from 'react'
import { MembersSee } from '../quarters/members-see.tsx'
import { savedChange, useUndoableToast } from '../shared/undo/use-undo.ts'
import { useEndRights } from '../shared/rights/admin-rights.ts'
import styles from './active-switch.module.css'
import { mappingSaveFailure } from './mapping-queries.ts'
import { useSaveMapping } from '../shared/save-mapping.ts'
import { badToast, goodToast, mappingSentences } from './mappings-sentences.ts'
import { isMapped } from './readiness/readiness.ts'
import type { StaleSave } from './stale-notice.tsx'

type ActiveSwitchProps = {
  id: string
  name: string
  mapping: ResourceMapping | undefined
  onStale: (stale: StaleSave) => void
}

/** Whether members see the slot's content; saved at once. */
export function ActiveSwitch({ id, name, mapping, onStale }: ActiveSwitchProps) {
  const { toast } = usePortal()
  const undoableToast = useUndoableToast()
  const save = useSaveMapping()
  const endRights = useEndRights()
  const [refused, setRefused] = useState<string>()
  const slot = slotOf(id)
  const active = save.isPending ? save.variables.change.active : mapping?.active

  const change = async (wanted: boolean, over: ResourceMapping | undefined) => {
    setRefused(undefined)
    try {
      const sent = { id, change: { active: wanted }, revision: over?.revision }
      const saved = await save.mutateAsync(sent)
      const done = wanted ? mappingSentences.active : mappingSentences.inactive
      undoableToast(done, savedChange(saved, over), goodToast)
    } catch (error) {
      if (endRights(error)) return
      toast(mappingSentences.activeFailed, badToast)
      const failure = mappingSaveFailure(error, mappingSentences.activeFailed)
      if (failure.kind === 'refused') setRefused(failure.sentence)
      else {
        onStale({
          id,
          base: over,
          theirs: failure.theirs,
          by: failure.by,
          yours: { active: wanted ? 'Active' : 'Inactive' },
          keep: (theirs) => {
            if (theirs.active !== wanted) void change(wanted, theirs)
          },
          discard: () => {},
        })
      }
    }
  }

  return (
    <div className={styles.active}>
      <Switch
        label={`Show ${isolated(name)} to members`}
        checked={active ?? false}
        disabled={!mapping}
        onChange={(wanted) => {
          if (!save.isPending) void change(wanted, mapping)
        }}
      />
      <span className={styles.word}>{active ? 'Active' : 'Inactive'}</span>
      {slot && mapping && isMapped(mapping) && <MembersSee of={slot} active={active ?? false} />}
      {refused && <p className={styles.refused}>{refused}</p>}
    </div>
  )
}
