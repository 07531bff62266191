import type { Quarter } from '@portal/domain/quarter'
import { Button } from '@portal/shared-ui/button'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { FilePlus, ListOrdered } from 'lucide-react'
import { quarterName } from '../../shared/quarter-name.ts'
import { agendaSentences } from '../agenda-sentences.ts'
import { defaults, emptyDraft } from '../draft/agenda-draft.ts'
import { SaveFailureNotice } from '../draft/save-failure.tsx'
import type { AgendaSaving } from '../draft/use-agenda-save.ts'

type NoAgendaProps = { quarter: Quarter; saving: AgendaSaving }

export function NoAgenda({ quarter, saving }: NoAgendaProps) {
  const { time, endTime } = defaults
  const first = { ...emptyDraft, title: 'Board Meeting Agenda', time, endTime }
  return (
    <>
      <SaveFailureNotice failure={saving.failure} />
      <EmptyState title={agendaSentences.none(quarter)} icon={<ListOrdered />}>
        <p>
          Choose Native agenda above, or begin a draft of {quarterName(quarter)} here. Members see
          it once it is published.
        </p>
        <Button
          icon={<FilePlus />}
          busy={saving.busy !== undefined}
          onClick={() => saving.start('save', { base: null, draft: first })}
        >
          Begin a draft
        </Button>
      </EmptyState>
    </>
  )
}
