import { Button } from '@portal/shared-ui/button'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useKeepMappings } from '../../shared/quarter-queries.ts'
import { useOtherAdmin } from '../../shared/rights/admin-rights.ts'
import { useAct } from '../../shared/use-act.ts'
import { mappingSaveFailure } from '../mapping-queries.ts'
import { type MappingSave, useSaveMapping } from '../../shared/save-mapping.ts'
import { mappingSentences } from '../mappings-sentences.ts'

type PlaceButtonsProps = {
  name: string
  /** Its index among the slots that can be moved, and how many these are. */
  at: number
  count: number
  busy: boolean
  onMove: (to: number) => void
}

/** Moves a slot up or down by one. */
export function PlaceButtons({ name, at, count, busy, onMove }: PlaceButtonsProps) {
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  const pressed = useRef<{ button: HTMLButtonElement | null; to: number }>(null)
  // A row loses the focus when it moves down the page.
  useEffect(() => {
    if (pressed.current?.to !== at) return
    pressed.current.button?.focus()
    pressed.current = null
  }, [at])
  const move = (button: RefObject<HTMLButtonElement | null>, to: number) => {
    if (to < 0 || to >= count) return
    pressed.current = { button: button.current, to }
    onMove(to)
  }
  return (
    <>
      <Button
        ref={up}
        iconOnly
        icon={<ArrowUp />}
        aria-label={`Up ${name}`}
        aria-disabled={at <= 0 || busy}
        onClick={() => move(up, at - 1)}
      />
      <Button
        ref={down}
        iconOnly
        icon={<ArrowDown />}
        aria-label={`Down ${name}`}
        aria-disabled={at === count - 1 || busy}
        onClick={() => move(down, at + 1)}
      />
    </>
  )
}

/** Saves changes of slots one after the other. */
export function useSlotSaves(noun: 'card' | 'paper') {
  const keep = useKeepMappings()
  const otherAdmin = useOtherAdmin()
  const { isPending, mutateAsync: save } = useSaveMapping()
  const mutateAsync = async (saves: readonly MappingSave[]) => {
    for (const each of saves) await save(each)
  }
  const change = { isPending, mutateAsync }
  return useAct(change, {
    failure: (error) => {
      const failure = mappingSaveFailure(error, mappingSentences.saveFailed)
      if (failure.kind === 'refused') return failure.sentence
      if (failure.theirs) keep(failure.theirs)
      return `${otherAdmin(failure.by)} has changed this ${noun} meanwhile. Look at it, and try again.`
    },
  })
}
