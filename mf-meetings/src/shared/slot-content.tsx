import { usePortal } from '@portal/remote-kit/portal'
import { usePaperChanges } from '@portal/remote-kit/use-paper-changes'
import { usePaperNotes } from '@portal/remote-kit/use-paper-notes'
import { useReadingLog } from '@portal/remote-kit/use-reading-log'
import { MappingContent } from '@portal/shared-ui/mapping-content'
import { type NoteSubject, targetOf } from '@portal/domain/note-subject'
import { useLocation } from '@portal/remote-kit/router'
import { useLoaded } from '@portal/shared-ui/use-loaded'
import { type ReactNode, useState } from 'react'
import type { PassageTarget } from '@portal/contract/questions'
import type { Material } from './materials-of.ts'
import { useReadMeetingAgain } from './while-readable.tsx'
import {
  useOpenedCondition,
  useOpenedFind,
  useOpenedPage,
  useOpenedVersion,
} from '@portal/remote-kit/use-opened-version'

export type SlotContentProps = {
  material: Material
  /** The native agenda, if this is its slot. */
  native?: ReactNode
  /** The page that a document opens at, unless the address names one. */
  page?: number | undefined
  height: string
  flush?: boolean
  /** The agenda item that the reader came from; by default the one of the link that opened the paper. */
  item?: string | undefined
}

const loadAsking = () => import('./questions/ask-passage.tsx')

/** The content of a slot of the meeting; a document is shown with its changes and the reader's notes. */
export function SlotContent(props: SlotContentProps) {
  const { material, native, height, flush } = props
  const { config } = usePortal()
  const { document } = material.mapping
  const opened = useOpenedVersion()
  const page = useOpenedPage() ?? props.page
  const find = useOpenedFind()
  const condition = useOpenedCondition(document, opened)
  const version = opened.version ?? document?.version
  const onSeen = useReadingLog(document && { id: document.id, version })
  const changes = usePaperChanges(document, opened, material.slot)
  const notes = usePaperNotes(document, opened)
  const onRefused = useReadMeetingAgain()
  const [asked, setAsked] = useState<NoteSubject>()
  const asking = useLoaded(asked && loadAsking)
  const state = useLocation().state as { item?: unknown } | null
  const from = props.item ?? (typeof state?.item === 'string' ? state.item : undefined)
  const { slot } = material
  return (
    <>
      <MappingContent
        mapping={material.mapping}
        title={material.name}
        embedHosts={config.embedHosts}
        native={native}
        height={height}
        flush={flush}
        version={opened.version}
        condition={condition}
        page={page}
        changes={changes}
        notes={notes && slot.kind === 'meeting' ? { ...notes, ask: setAsked } : notes}
        find={find}
        onSeen={onSeen}
        onRefused={onRefused}
      />
      {asking.value && asked && document && slot.kind === 'meeting' && (
        <asking.value.AskPassage
          slot={slot}
          name={material.name}
          passage={{
            documentId: document.id,
            target: targetOf(asked, version ?? 1) as PassageTarget,
          }}
          item={from}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}
