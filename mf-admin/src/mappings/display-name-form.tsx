import { isolated } from '@portal/domain/shown-text'
import type { ResourceMapping } from '@portal/contract/mappings'
import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import { TextField } from '@portal/shared-ui/field'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { type SubmitEvent, useState } from 'react'
import { useEndRights } from '../shared/rights/admin-rights.ts'
import { useCurrentRefusal } from '../shared/api-errors.ts'
import styles from './display-name-form.module.css'
import { mappingSaveFailure } from './mapping-queries.ts'
import { useSaveMapping } from '../shared/save-mapping.ts'
import { badToast, goodToast, mappingSentences } from './mappings-sentences.ts'
import { type NameDrafts, revisionFor } from './name-drafts.ts'
import type { StaleSave } from './stale-notice.tsx'

type DisplayNameFormProps = {
  id: string
  name: string
  mapping: ResourceMapping | undefined
  drafts: NameDrafts
  onStale: (stale: StaleSave) => void
}

/** The slot's name in the members' lists. */
export function DisplayNameForm({ id, name, mapping, drafts, onStale }: DisplayNameFormProps) {
  const { toast } = usePortal()
  const save = useSaveMapping()
  const endRights = useEndRights()
  const draft = drafts.of(id)
  const stored = mapping?.title ?? ''
  const text = draft?.text ?? stored
  const [refused, setRefused] = useState<string>()
  const refusal = useCurrentRefusal(refused, [text])

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!draft || save.isPending) return
    const field = event.currentTarget.querySelector('input')
    setRefused(undefined)
    const title = draft.text.trim()
    try {
      await save.mutateAsync({ id, change: { title }, revision: revisionFor(draft, mapping) })
      // The button that was pressed is gone once nothing is left to save.
      if (document.activeElement?.matches('[type=submit]')) field?.focus()
      drafts.drop(id)
      toast(mappingSentences.nameSaved, goodToast)
    } catch (error) {
      if (endRights(error)) return
      toast(mappingSentences.nameFailed, badToast)
      const failure = mappingSaveFailure(error, mappingSentences.nameFailed)
      if (failure.kind === 'refused') setRefused(failure.sentence)
      else {
        onStale({
          id,
          base: draft.base,
          theirs: failure.theirs,
          by: failure.by,
          yours: { title },
          keep: drafts.rebase,
          discard: () => drafts.drop(id),
        })
      }
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        className={styles.field}
        label={`Display name of ${isolated(name)}`}
        hideLabel
        value={text}
        onChange={(typed) => (typed === stored ? drafts.drop(id) : drafts.type(id, typed, mapping))}
        error={refusal}
        maxLength={200}
        disabled={drafts.kept.offer !== undefined}
        autoComplete="off"
        placeholder={name}
      />
      {draft && (
        <Button type="submit" busy={save.isPending}>
          Save
          <VisuallyHidden> the display name of {isolated(name)}</VisuallyHidden>
        </Button>
      )}
    </form>
  )
}
