import { trustPipeline } from '@portal/contract/trusted-pipelines'
import { usePortal } from '@portal/remote-kit/portal'
import { TextField } from '@portal/shared-ui/field'
import { useState } from 'react'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import { useAct } from '../shared/use-act.ts'
import { type NewPipeline, useTrustPipeline, releaseErrorMessage } from './release-queries.ts'

import { releaseMessageTime, releaseSentences } from './releases-sentences.ts'

type FieldName = keyof NewPipeline

const fields: { name: FieldName; label: string; hint: string; maxLength: number }[] = [
  {
    name: 'name',
    label: 'Name',
    hint: 'What the history calls it: meetings main. Letters, digits, dots, dashes and single spaces.',
    maxLength: 60,
  },
  {
    name: 'remote',
    label: 'Part of the portal',
    hint: 'The one remote that it releases, such as meetings. It may be a new one.',
    maxLength: 31,
  },
  {
    name: 'repository',
    label: 'Repository',
    hint: 'Its owner and name, such as larkspur/mf-meetings.',
    maxLength: 200,
  },
  {
    name: 'repositoryId',
    label: 'Repository number',
    hint: 'It stays with the repository when that is renamed. On GitHub: gh api repos/owner/name --jq .id',
    maxLength: 20,
  },
  {
    name: 'ref',
    label: 'Branch or tag',
    hint: 'refs/heads/main is the branch main. A run of any other is refused.',
    maxLength: 200,
  },
  {
    name: 'workflow',
    label: 'Workflow file (optional)',
    hint: 'Only this one may release, such as release.yml.',
    maxLength: 100,
  },
  {
    name: 'environment',
    label: 'Deployment environment (optional)',
    hint: 'Only a run in it may release, so the provider’s own approvals apply.',
    maxLength: 100,
  },
  {
    name: 'issuer',
    label: 'Address of the CI provider',
    hint: 'The issuer in its tokens. This is the one of GitHub Actions.',
    maxLength: 200,
  },
  {
    name: 'audience',
    label: 'Audience',
    hint: 'Whom the tokens are for: this portal’s address, unless the pipeline asks for another.',
    maxLength: 200,
  },
]

const emptyForm = () => ({
  name: '',
  remote: '',
  repository: '',
  repositoryId: '',
  ref: 'refs/heads/main',
  workflow: '',
  environment: '',
  issuer: 'https://token.actions.githubusercontent.com',
  audience: window.location.origin,
})

/** Pins what a CI job's token must contain for the job to release one remote. */
export function TrustPipelineDialog({ onClose }: { onClose: () => void }) {
  const { toast } = usePortal()
  const trust = useAct(useTrustPipeline(), {
    done: (_, { name }) => {
      toast(releaseSentences.pipelineTrusted(name), { kind: 'good', duration: releaseMessageTime })
      onClose()
    },
    failure: releaseErrorMessage,
  })
  const [first] = useState(emptyForm)
  const [form, setForm] = useState(first)
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const request = askedOf(form)

  const submit = () => {
    trust.refuse(undefined)
    const read = trustPipeline.body.safeParse(request)
    setErrors(
      Object.fromEntries((read.error?.issues ?? []).map(({ path, message }) => [path[0], message])),
    )
    if (read.success) void trust.act(read.data)
  }

  return (
    <FormDialog
      title="Trust a pipeline"
      verb="Trust pipeline"
      unsaved={fields.some(({ name }) => form[name] !== first[name])}
      busy={trust.busy}
      disabled={request.name === '' || request.remote === '' || request.repository === ''}
      refused={trust.refused}
      onSubmit={submit}
      onClose={onClose}
    >
      {fields.map(({ name, ...shown }) => (
        <TextField
          key={name}
          {...shown}
          value={form[name]}
          onChange={(value) => {
            setForm({ ...form, [name]: value })
            setErrors({ ...errors, [name]: undefined })
          }}
          error={errors[name]}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      ))}
    </FormDialog>
  )
}

/** Trimmed, and without the optional fields that were left empty. */
function askedOf(form: Record<FieldName, string>): NewPipeline {
  const { workflow, environment, ...required } = Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, value.trim()]),
  ) as Record<FieldName, string>
  return { ...required, ...(workflow && { workflow }), ...(environment && { environment }) }
}
