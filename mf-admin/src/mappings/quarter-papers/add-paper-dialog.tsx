import type { BoardDocument } from '@portal/contract/documents'
import { mappingId } from '@portal/domain/ids'
import { paperTitle } from '@portal/domain/paper-match'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { isolated } from '@portal/domain/shown-text'
import type { MeetingSlot } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { documentsQuery } from '@portal/remote-kit/queries/documents'
import { useQuery } from '@portal/remote-kit/query'
import { TextField } from '@portal/shared-ui/field'
import { ProgressBar } from '@portal/shared-ui/progress-bar'
import { type DragEvent, useState } from 'react'
import { MembersSee } from '../../quarters/members-see.tsx'
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx'
import { orderAtEnd } from '../../shared/next-paper.ts'
import { type Mappings, useKeepMappings } from '../../shared/quarter-queries.ts'
import { FilePick } from '../../shared/uploads/file-pick.tsx'
import { fileRefusal, uploadFailure } from '../../shared/uploads/upload-failure.ts'
import {
  type FileToStore,
  newFileToStore,
  useSendFile,
} from '../../shared/uploads/use-send-file.ts'
import { useOtherAdmin } from '../../shared/rights/admin-rights.ts'
import { useAct } from '../../shared/use-act.ts'
import { DocumentPicker } from '../document-picker.tsx'
import { mappingSaveFailure } from '../mapping-queries.ts'
import { useSaveMapping } from '../../shared/save-mapping.ts'
import { goodToast } from '../mappings-sentences.ts'
import styles from './quarter-papers.module.css'

type AddPaperDialogProps = {
  meeting: MeetingRef
  /** What it is called in sentences. */
  name: string
  mappings: Mappings
  /** Where the paper is added. */
  slot: MeetingSlot
  /** Whether the page behind has unsaved changes. */
  unsavedBehind: boolean
  onClose: () => void
}

/** A document of the portal, or a file that becomes one. */
type Source = { document: BoardDocument } | { upload: FileToStore }

/** Puts a document, or a file that is uploaded first, as the last of a meeting's papers, under a title. */
export function AddPaperDialog(props: AddPaperDialogProps) {
  const { meeting, name, mappings, slot, unsavedBehind, onClose } = props
  const { toast } = usePortal()
  const keep = useKeepMappings()
  const [source, setSource] = useState<Source>()
  const [typed, setTyped] = useState<string>()
  const upload = source && 'upload' in source ? source.upload : undefined
  const file = upload?.file
  const document = source && 'document' in source ? source.document : null
  const title = typed ?? paperTitle(file?.name ?? document?.name ?? '')
  const { sending, sent } = useSendFile()
  const saving = useSaveMapping()
  const busy = sending.isPending || saving.isPending
  const add = async (of: Source) => {
    const stored = 'upload' in of ? (await sending.mutateAsync(of.upload)).document : of.document
    const id = mappingId(slot)
    const order = orderAtEnd(slot, meeting, mappings)
    return saving.mutateAsync({
      id,
      change: {
        documentId: stored.id,
        title: title.trim(),
        active: true,
        ...(order === undefined ? {} : { order }),
      },
      revision: mappings[id]?.revision,
    })
  }
  const otherAdmin = useOtherAdmin()
  const adding = useAct(
    { isPending: busy, mutateAsync: add },
    {
      done: () => {
        toast(`${isolated(title.trim())} is added`, goodToast)
        onClose()
      },
      failure: (error) => {
        if (error instanceof DOMException) return uploadFailure(error, file?.name ?? '').sentence
        const failure = mappingSaveFailure(error, 'The paper could not be added. Please try again.')
        if (failure.kind === 'refused') return failure.sentence
        if (failure.theirs) keep(failure.theirs)
        return `${otherAdmin(failure.by)} has just added a paper here. Look at the list, and try again.`
      },
    },
  )
  const choose = (chosen: Source | undefined) => {
    setSource(chosen)
    adding.refuse(undefined)
  }
  const unusable = file && fileRefusal(file)
  return (
    <FormDialog
      title={`Add a paper to ${name}`}
      verb="Add paper"
      unsaved={source !== undefined || typed !== undefined}
      unsavedBehind={unsavedBehind}
      busy={busy}
      disabled={!source || unusable !== undefined || title.trim() === ''}
      refused={unusable ?? adding.refused}
      onSubmit={() => {
        if (source) void adding.act(source)
      }}
      onClose={onClose}
    >
      <PaperSource
        document={document}
        file={file}
        busy={busy}
        onDocument={(chosen) => choose(chosen ? { document: chosen } : undefined)}
        onFile={(picked) => choose({ upload: newFileToStore(picked) })}
      />
      <TextField
        label="Title"
        value={title}
        onChange={setTyped}
        maxLength={200}
        autoComplete="off"
        hint="Members read it in the list of papers, where this paper comes last."
      />
      {source && <MembersSee of={slot} />}
      {sending.isPending && (
        <ProgressBar label={`Uploading ${isolated(file?.name ?? '')}`} value={sent} />
      )}
    </FormDialog>
  )
}

type PaperSourceProps = {
  document: BoardDocument | null
  file: File | undefined
  busy: boolean
  onDocument: (document: BoardDocument | null) => void
  onFile: (file: File) => void
}

/** Chooses a document that the portal has, or takes a file that is picked or dropped. */
function PaperSource({ document, file, busy, onDocument, onFile }: PaperSourceProps) {
  const { call } = usePortal()
  const documents = useQuery(documentsQuery(call))
  // The frame around every admin screen would upload it as any paper.
  const take = (event: DragEvent) => {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault()
  }
  return (
    <div
      className={styles.drop}
      onDragEnter={take}
      onDragOver={take}
      onDrop={(event) => {
        take(event)
        const dropped = event.dataTransfer.files[0]
        if (dropped && !busy) onFile(dropped)
      }}
    >
      <DocumentPicker documents={documents} chosen={document?.id} onChoose={onDocument} />
      <p className={styles.or}>Or choose a file, or drop one here.</p>
      <FilePick isBusy={busy} picked={file} onPick={onFile} />
    </div>
  )
}
