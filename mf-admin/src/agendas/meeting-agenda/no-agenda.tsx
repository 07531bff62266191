import { agendaDefaults } from '@portal/domain/agenda-defaults'
import { type Quarter, quarterName } from '@portal/domain/quarter'
import { Button } from '@portal/shared-ui/button'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { FilePlus, ListOrdered } from 'lucide-react'
import { agendaSentences } from '../agenda-sentences.ts'
import { emptyDraft } from '../draft/agenda-draft.ts'
import { SaveFailureNotice } from '../draft/save-failure.tsx'
import type { AgendaSaving } from '../draft/use-agenda-save.ts'
import { StartFrom } from '../start/start-from.tsx'

type NoAgendaProps = { quarter: Quarter; saving: AgendaSaving }

export function NoAgenda({ quarter, saving }: NoAgendaProps) {
  const { title, time, endTime } = agendaDefaults
  const first = { ...emptyDraft, title, time, endTime }
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
        <StartFrom
          quarter={quarter}
          draft={first}
          busy={saving.busy !== undefined}
          onStart={(started) => saving.start('save', { base: null, draft: started })}
        />
      </EmptyState>
    </>
  )
}
