import type { Quarter } from '@portal/domain/quarter'
import { BackLink } from '../shared/back-link.tsx'
import { useStepBack } from '../shared/use-step-back.ts'

/** Links back to the agenda if the meeting was opened there, otherwise to the quarter's papers. */
export function LeaveMeeting({ quarter }: { quarter: Quarter }) {
  return <BackLink quarter={quarter} onBack={useStepBack()} />
}
