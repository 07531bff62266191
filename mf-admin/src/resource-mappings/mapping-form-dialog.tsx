import type { ResourceMapping } from '@portal/contract/mappings'
import { mappingId, type Slot, slotName } from '@portal/contract/slots'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import { Segmented } from '@portal/shared-ui/segmented'
import { CircleAlert, FileText, Link as LinkIcon } from 'lucide-react'
import { type SubmitEvent, useId, useState } from 'react'
import { documentsQuery } from '../document-queries.ts'
import { saveFailure, useSaveMapping } from '../mapping-queries.ts'
import { ChoicePreview } from './choice-preview.tsx'
import { DocumentChoice } from './document-choice.tsx'
import { EmbedChoice } from './embed-choice.tsx'
import { changeOf, type Choice } from './mapping-change.ts'
import styles from './mapping-form-dialog.module.css'
import { shownBy } from './mapping-summary.ts'
import { type Stale, StaleNotice } from './stale-notice.tsx'
import { useMappingForm } from './use-mapping-form.ts'
import type { Sync } from './use-sync.ts'

type MappingFormDialogProps = {
  slot: Slot
  mapping: ResourceMapping | undefined
  sync: Sync
  onClose: () => void
  onSaved: (mapping: ResourceMapping) => void
}

const modes = [
  { value: 'document' as const, label: 'Document', icon: <FileText /> },
  { value: 'embed' as const, label: 'Embed', icon: <LinkIcon /> },
]

/** Puts a synced document or an embed into a slot. */
export function MappingFormDialog(props: MappingFormDialogProps) {
  const { slot, mapping, sync, onClose, onSaved } = props
  const { call, toast } = usePortal()
  const documents = useQuery(documentsQuery(call))
  const save = useSaveMapping()
  const form = useMappingForm(mapping)
  const formId = useId()
  // The save states what the form was opened over, however the stored mapping moves on meanwhile.
  const [base, setBase] = useState(mapping)
  const [refused, setRefused] = useState<string>()
  const [stale, setStale] = useState<Stale>()
  const [id, name] = [mappingId(slot), slotName(slot)]

  const store = async (choice: Choice) => {
    setRefused(undefined)
    try {
      const change = changeOf(slot, choice, base)
      onSaved(await save.mutateAsync({ id, change, revision: base?.revision }))
      toast('Mapping saved', { kind: 'good', duration: 3000 })
      onClose()
    } catch (error) {
      const embed = choice.mode === 'embed'
      const fallback = embed ? 'Failed to update embed mapping' : 'Failed to update mapping'
      const failure = saveFailure(error, fallback)
      if (failure.kind === 'refused') return setRefused(failure.sentence)
      const shown = embed ? choice.url : choice.document.name
      setStale({
        id,
        base,
        theirs: failure.theirs,
        yours: { shown },
        keep: setBase,
        discard: onClose,
      })
    }
  }

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const choice = form.submit(documents.data ?? [])
    if (choice && !save.isPending) void store(choice)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={base && shownBy(base) ? `Update ${name}` : `Map ${name}`}
      size="large"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" disabled={save.isPending}>
            Save Mapping
          </Button>
        </>
      }
    >
      <div className={styles.sides}>
        <form id={formId} className={styles.form} onSubmit={submit} noValidate>
          {stale && <StaleNotice name={name} stale={stale} onSettled={() => setStale(undefined)} />}
          {refused && (
            <Banner kind="bad" icon={<CircleAlert />} role="alert">
              {refused}
            </Banner>
          )}
          <Segmented label="Show" value={form.mode} onChange={form.setMode} options={modes} />
          {form.mode === 'document' ? (
            <DocumentChoice form={form} documents={documents} sync={sync} />
          ) : (
            <EmbedChoice form={form} />
          )}
          <Replaces base={base} form={form} />
        </form>
        <ChoicePreview form={form} documents={documents.data ?? []} name={name} />
      </div>
    </Dialog>
  )
}

type ReplacesProps = { base: ResourceMapping | undefined; form: ReturnType<typeof useMappingForm> }

function Replaces({ base, form }: ReplacesProps) {
  const shown = shownBy(base)
  const same =
    form.mode === 'embed'
      ? form.address === base?.embedUrl
      : !base?.embedUrl && form.documentId === base?.documentId
  if (!shown || same) return null
  return (
    <p className={styles.replaces}>
      <b>Replaces:</b> {shown}
    </p>
  )
}
