import type { Quarter } from '@portal/domain/quarter'
import { useNavigate } from '@portal/remote-kit/router'
import { meetingsPaths } from '../meetings-paths.ts'
import { BackLink } from '../shared/back-link.tsx'

/** Closes the paper: goes back to where it was chosen, or to its quarter's list. */
export function BackToQuarter({ quarter }: { quarter: Quarter }) {
  const navigate = useNavigate()
  const toList = () => void navigate(meetingsPaths.quarter(quarter), { replace: true })
  return <BackLink quarter={quarter} onClose={toList} />
}
