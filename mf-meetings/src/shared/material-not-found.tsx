import { EmptyState } from '@portal/shared-ui/empty-state'
import { FileQuestion } from 'lucide-react'

export function MaterialNotFound() {
  return (
    <EmptyState title="Material Not Found" icon={<FileQuestion aria-hidden />}>
      <p>
        This quarter has no such paper, or it is no longer shown. Choose one of the available
        materials, or ask your Board Liaison.
      </p>
    </EmptyState>
  )
}
