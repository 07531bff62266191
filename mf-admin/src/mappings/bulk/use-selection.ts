import { useState } from 'react'

export type Selection = ReturnType<typeof useSelection>

/** The selected ids that are listed: slots that a search or another quarter hides are never changed. */
export function useSelection(listed: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ids = listed.filter((id) => chosen.has(id))
  return {
    ids,
    all: listed.length > 0 && ids.length === listed.length,
    has: (id: string) => chosen.has(id),
    select: (id: string, selected: boolean) =>
      setChosen((before) => {
        const after = new Set(before)
        if (selected) after.add(id)
        else after.delete(id)
        return after
      }),
    selectAll: (selected: boolean) => setChosen(new Set(selected ? listed : [])),
  }
}
