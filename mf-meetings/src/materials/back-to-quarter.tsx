import type { Quarter } from '@portal/domain/quarter'
import { useOpened } from '@portal/remote-kit/use-opened'
import { BackLink } from '../shared/back-link.tsx'

/** Closes the paper: the step back to where it was chosen, or to its quarter's list. */
export function BackToQuarter({ quarter }: { quarter: Quarter }) {
  const { close } = useOpened('material')
  return <BackLink quarter={quarter} onBack={close} />
}
