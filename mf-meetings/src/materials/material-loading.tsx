import type { Quarter } from '@portal/domain/quarter'
import { type MaterialType, slotName } from '@portal/domain/slot-names'
import { ReadingView } from '@portal/shared-ui/reading-view'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { BackToQuarter } from './back-to-quarter.tsx'

/** A paper's page before it is known which papers the quarter has. */
export function MaterialLoading({ quarter, type }: { quarter: Quarter; type: MaterialType }) {
  const name = slotName({ kind: 'meeting', ...quarter, materialType: type })
  return (
    <ReadingView paper={type} title={name} back={<BackToQuarter quarter={quarter} />}>
      <Skeleton height="100%" label={`Loading ${name}`} />
    </ReadingView>
  )
}
