import type { ResourceMapping } from '@portal/contract/mappings'
import { counted } from '@portal/domain/counted'
import { isolated } from '@portal/domain/shown-text'
import { useState } from 'react'
import type { Mappings } from '../../shared/quarter-queries.ts'
import { useEndRights, useOtherAdmin } from '../../shared/rights/admin-rights.ts'
import { savedChange, useUndoableToast } from '../../shared/undo/use-undo.ts'
import { mappingSaveFailure, useReloadMapping } from '../mapping-queries.ts'
import { goodToast } from '../mappings-sentences.ts'

type MappedPaper = {
  /** Of the file. */
  name: string
  /** The id of the mapping that it changes; absent for a new one. */
  id?: string | undefined
  /** What shows it, in words: `the card`. */
  of: string
  save: () => Promise<ResourceMapping | undefined>
}

/** Maps papers one after the other, and says which were not mapped. */
export function useMapEach(verb: string) {
  const undoableToast = useUndoableToast()
  const endRights = useEndRights()
  const reload = useReloadMapping()
  const otherAdmin = useOtherAdmin()
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<string[]>([])
  const map = async (papers: readonly MappedPaper[], mappings: Mappings) => {
    if (busy) return
    setBusy(true)
    setProblems([])
    const saved: ResourceMapping[] = []
    for (const { name, id, of, save } of papers) {
      try {
        const mapping = await save()
        if (mapping) saved.push(mapping)
      } catch (error) {
        if (endRights(error)) break
        const failure = mappingSaveFailure(error, 'Please try again.')
        // The save refetches the mappings too, so a failure here loses nothing.
        if (failure.kind === 'stale' && id !== undefined) {
          await reload(id, failure.theirs).catch(() => undefined)
        }
        const why =
          failure.kind === 'stale'
            ? `${otherAdmin(failure.by)} changed ${of} meanwhile.`
            : failure.sentence
        setProblems((before) => [
          ...before,
          `“${isolated(name)}” was not ${verb.toLowerCase()}. ${why}`,
        ])
      }
    }
    setBusy(false)
    if (saved.length === 0) return
    const changes = saved.flatMap((mapping) => savedChange(mapping, mappings[mapping.id]))
    undoableToast(`${verb} ${counted(saved.length, 'paper')}`, changes, goodToast)
  }
  return { map, busy, problems }
}
