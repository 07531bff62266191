import { FileText, Search } from 'lucide-react'
import { EmptyState } from './empty-state.tsx'

export function TitleAlone() {
  return <EmptyState title="No meetings this quarter" />
}

export function WithReason() {
  return (
    <EmptyState title="No materials yet" icon={<FileText aria-hidden="true" />}>
      <p>Staff add the papers about two weeks before the meeting.</p>
    </EmptyState>
  )
}

export function LongText() {
  return (
    <EmptyState
      title="Nobody in the directory matches “the chair of the Governance and Nominating Committee”"
      icon={<Search aria-hidden="true" />}
    >
      <p>
        Try a shorter word, or a part of the name. People who have left the board are listed under
        Former members.
      </p>
    </EmptyState>
  )
}
