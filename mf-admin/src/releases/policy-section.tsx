import { type ReleasePolicy, releasePolicy } from '@portal/contract/pointers'
import type { UseQueryResult } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Button } from '@portal/shared-ui/button'
import { Pencil, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { usePortal } from '@portal/remote-kit/portal'
import { Banner } from '@portal/shared-ui/banner'
import { SelectField, TextField } from '@portal/shared-ui/field'
import { policyInWords, approvalWords } from './release-words.ts'
import screen from './releases-screen.module.css'
import { releaseSentences, releaseMessageTime } from './releases-sentences.ts'
import { BothVersions } from '../shared/dialogs/both-versions.tsx'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import { useRevisedSave, storedIn } from '../shared/use-act.ts'
import { releaseErrorMessage, useSavePolicy } from './release-queries.ts'
import { useOtherAdmin } from '../shared/rights/admin-rights.ts'

type PolicySectionProps = { remote: string; query: UseQueryResult<ReleasePolicy> }

/** What a remote's releases need before they go beyond the QA cohort. */
export function PolicySection({ remote, query }: PolicySectionProps) {
  const titleId = useId()
  const [editing, setEditing] = useState<ReleasePolicy>()
  return (
    <section className={screen.section} aria-labelledby={titleId}>
      <div className={screen.head}>
        <h2 id={titleId}>Beyond the QA cohort</h2>
        {query.data && (
          <Button icon={<Pencil />} onClick={() => setEditing(query.data)}>
            Edit the rules
          </Button>
        )}
      </div>
      <QueryPanel query={query} failure={releaseSentences.policyFailed}>
        {(policy) => <p className={screen.note}>{policyInWords(policy)}</p>}
      </QueryPanel>
      {editing && (
        <PolicyDialog remote={remote} seen={editing} onClose={() => setEditing(undefined)} />
      )}
    </section>
  )
}

type PolicyDialogProps = { remote: string; seen: ReleasePolicy; onClose: () => void }

/** In minutes: a week, the API's maximum. */
const most = 10_080

/** Edits what a remote's releases need; somebody else's save is shown before it is replaced. */
function PolicyDialog({ remote, seen, onClose }: PolicyDialogProps) {
  const { toast } = usePortal()
  const save = useRevisedSave(seen, useSavePolicy(), {
    done: () => {
      toast(releaseSentences.policySaved(remote), { kind: 'good', duration: releaseMessageTime })
      onClose()
    },
    failure: releaseErrorMessage,
    newerIn: (error) => storedIn(releasePolicy, error),
  })
  const { known } = save
  const otherAdmin = useOtherAdmin()
  const [approval, setApproval] = useState(seen.approval)
  const [minutes, setMinutes] = useState(String(seen.stepMinutes))
  const isGood = /^\d{1,5}$/.test(minutes) && Number(minutes) <= most

  return (
    <FormDialog
      title={`What releases of ${remote} need`}
      verb="Save the rules"
      unsaved={approval !== seen.approval || minutes !== String(seen.stepMinutes)}
      busy={save.busy}
      disabled={!isGood}
      refused={save.refused}
      onSubmit={() =>
        void save.act({ remote, approval, stepMinutes: Number(minutes), revision: known.revision })
      }
      onClose={onClose}
    >
      {save.replaced && (
        <Banner kind="warn" icon={<TriangleAlert />} role="alert">
          <p>
            <strong>{otherAdmin(save.replacedBy)} has saved these rules meanwhile.</strong> Saving
            again replaces theirs.
          </p>
          <BothVersions
            rows={[
              {
                field: 'An admin approves',
                theirs: approvalWords[known.approval],
                yours: approvalWords[approval],
              },
              {
                field: 'Minutes that a step lasts',
                theirs: String(known.stepMinutes),
                yours: minutes,
              },
            ]}
          />
        </Banner>
      )}
      <SelectField
        label="An admin approves"
        value={approval}
        onChange={(value) => setApproval(releasePolicy.shape.approval.parse(value))}
        options={releasePolicy.shape.approval.options.map((value) => ({
          value,
          label: approvalWords[value],
        }))}
      />
      <TextField
        label="Minutes that a step lasts at least"
        value={minutes}
        onChange={setMinutes}
        type="number"
        inputMode="numeric"
        min={0}
        max={most}
        step={1}
        error={isGood ? undefined : 'A whole number from 0 to 10,080, which is a week'}
        hint="Of each step beyond the QA cohort. An admin may shorten one, with a reason."
      />
    </FormDialog>
  )
}
