import type { BoardDocument } from '@portal/contract/documents'
import { type ResourceMapping, embedType } from '@portal/contract/mappings'
import { mappingId } from '@portal/domain/ids'
import { isolated } from '@portal/domain/shown-text'
import type { Slot } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { documentsQuery } from '@portal/remote-kit/queries/documents'
import { useQuery, type UseQueryResult } from '@portal/remote-kit/query'
import { Button } from '@portal/shared-ui/button'
import { Segmented } from '@portal/shared-ui/segmented'
import { FileText, Link as LinkIcon } from 'lucide-react'
import { type SubmitEvent, useId } from 'react'
import { GuardedDialog } from '../shared/dialogs/guarded-dialog.tsx'
import { RefusalBanner } from '../shared/dialogs/refusal-banner.tsx'
import { MembersSee } from '../quarters/members-see.tsx'
import { CorrectionProposal } from '../shared/corrections/correction-proposal.tsx'
import { useCorrection } from '../shared/corrections/correction-queries.ts'
import { DraftOffer } from '../shared/drafts/draft-offer.tsx'
import { ImageField } from '../shared/images/image-field.tsx'
import { useCurrentRefusal } from '../shared/api-errors.ts'
import { ChoicePreview } from './choice-preview.tsx'
import { DocumentPicker } from './document-picker.tsx'
import styles from './mapping-form-dialog.module.css'
import { mappingSentences, embedTypeNames } from './mappings-sentences.ts'
import { contentName } from './readiness/readiness.ts'
import { StaleNotice } from './stale-notice.tsx'
import { labelOf } from './slots-of-tab.ts'
import type { Sync } from './sync/use-sync.ts'
import { type MappingForm, useMappingForm } from './use-mapping-form.ts'
import { useMappingSave } from './use-mapping-save.ts'
import { SelectField, TextField } from '@portal/shared-ui/field'
import { isAllowedHost } from './embed-address.ts'

import { SyncControl } from './sync/sync-control.tsx'

type MappingFormDialogProps = {
  slot: Slot
  mapping: ResourceMapping | undefined
  sync: Sync
  /** Whether the page behind has unsaved changes too. */
  unsavedBehind: boolean
  onClose: () => void
  onSaved: (mapping: ResourceMapping) => void
}

const modes = [
  { value: 'document' as const, label: 'Document', icon: <FileText /> },
  { value: 'embed' as const, label: 'Embed', icon: <LinkIcon /> },
]

/** Puts a synced document or an embed into a slot, and an image on its card. */
export function MappingFormDialog(props: MappingFormDialogProps) {
  const { slot, mapping, sync, unsavedBehind, onSaved } = props
  const { call } = usePortal()
  const documents = useQuery(documentsQuery(call))
  const form = useMappingForm(mappingId(slot), mapping)
  const onClose = () => {
    form.kept.drop()
    props.onClose()
  }
  const saving = useMappingSave({ slot, mapping, form, onClose, onSaved })
  const formId = useId()
  const name = labelOf(slot, mapping)
  const { base, busy, stale } = saving
  const refused = useCurrentRefusal(saving.refused, [
    form.mode,
    form.documentId,
    form.address,
    form.embedType,
    form.image.choice,
  ])
  const locked = form.kept.offer !== undefined

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const choice = form.submit(documents.data ?? [])
    if (choice) saving.saveAll(choice)
  }

  return (
    <GuardedDialog
      title={base && contentName(base) ? `Update ${isolated(name)}` : `Map ${isolated(name)}`}
      size="large"
      unsaved={form.unsaved}
      unsavedBehind={unsavedBehind}
      busy={busy}
      lost={mappingSentences.choiceLost(name)}
      left={mappingSentences.choiceLeft(name)}
      onClose={onClose}
      footer={
        <>
          <Button disabled={!form.image.changed} busy={busy} onClick={saving.saveImage}>
            Save Image Only
          </Button>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" disabled={locked} busy={busy}>
            Save Mapping
          </Button>
        </>
      }
    >
      <div className={styles.sides}>
        <form id={formId} className={styles.form} onSubmit={submit} noValidate>
          <DraftOffer editing={form.kept} />
          {stale && <StaleNotice name={name} stale={stale} onSettled={saving.settle} />}
          <RefusalBanner sentence={refused} />
          <fieldset className={styles.fields} disabled={locked}>
            <Segmented label="Show" value={form.mode} onChange={form.setMode} options={modes} />
            {form.mode === 'document' ? (
              <DocumentChoice form={form} documents={documents} sync={sync} />
            ) : (
              <EmbedChoice form={form} />
            )}
            <Replaces base={base} form={form} documents={documents.data ?? []} onClose={onClose} />
            <MembersSee of={slot} active={base?.active ?? true} />
            <ImageField
              label="Card image (optional)"
              noun="image"
              shape="wide"
              draft={form.image}
              stored={base?.cardImage}
            />
          </fieldset>
        </form>
        <ChoicePreview form={form} documents={documents.data ?? []} name={name} />
      </div>
    </GuardedDialog>
  )
}

type ReplacesProps = {
  base: ResourceMapping | undefined
  form: MappingForm
  documents: readonly BoardDocument[]
  onClose: () => void
}

function Replaces({ base, form, documents, onClose }: ReplacesProps) {
  const chosen = form.mode === 'document' ? form.documentId : undefined
  const proposed = useCorrection(chosen)
  const shown = contentName(base)
  const same =
    form.mode === 'embed'
      ? form.address === base?.embedUrl
      : !base?.embedUrl && form.documentId === base?.documentId
  if (!shown || same) return null
  const name = documents.find(({ id }) => id === chosen)?.name
  // Saving the form shows the upload instead.
  const isVersion = proposed?.as === 'newVersion' && proposed.of.id === base?.documentId
  return (
    <>
      <p className={styles.replaces}>
        <b>Replaces:</b> {shown}
      </p>
      {isVersion && name !== undefined && (
        <CorrectionProposal
          name={name}
          proposed={proposed}
          onSettled={(outcome) => outcome && onClose()}
        />
      )}
    </>
  )
}

const options = embedType.options.map((value) => ({ value, label: embedTypeNames[value] }))

function EmbedChoice({ form }: { form: MappingForm }) {
  const { embedHosts } = usePortal().config
  const host = form.url?.hostname
  const framed = host !== undefined && isAllowedHost(host, embedHosts)
  return (
    <>
      <TextField
        label="Embed URL"
        value={form.address}
        onChange={form.typeAddress}
        hint={
          form.fromHtml
            ? 'The address was taken from the pasted HTML.'
            : 'A web address, or the HTML that a service gives for embedding'
        }
        error={form.missing}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <SelectField
        label="Embed type"
        value={form.embedType}
        onChange={(value) => form.setEmbedType(embedType.parse(value))}
        options={options}
      />
      {host !== undefined && form.embedType !== 'external' && !framed && (
        <p className={styles.note}>
          The portal may not show pages of {host} inside itself: members get a link that opens a new
          tab.
        </p>
      )}
    </>
  )
}

type DocumentChoiceProps = {
  form: MappingForm
  documents: UseQueryResult<BoardDocument[]>
  sync: Sync
}

/** The picker for synced documents, with a sync for files that aren't among them yet. */
function DocumentChoice({ form, documents, sync }: DocumentChoiceProps) {
  return (
    <>
      <DocumentPicker
        documents={documents}
        chosen={form.documentId}
        onChoose={form.setDocument}
        error={form.missing}
      />
      <SyncControl sync={sync} />
    </>
  )
}
