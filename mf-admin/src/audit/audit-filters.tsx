import { accessKinds, changeInWords, knownChanges, whoInWords } from '@portal/domain/audit-words'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { Button } from '@portal/shared-ui/button'
import { SelectField, TextField } from '@portal/shared-ui/field'
import { Funnel, FunnelX } from 'lucide-react'
import { type SubmitEvent, useId, useState } from 'react'
import { designatedAdminsQuery } from '../shared/rights/admin-rights.ts'
import styles from './audit-screen.module.css'
import type { ShownFilters } from './use-audit-filters.ts'

type AuditFilterFormProps = {
  shown: ShownFilters
  any: boolean
  onSet: (filters: Partial<ShownFilters>) => void
}

const none = { from: '', to: '', who: '', what: '', subject: '', q: '' }

/** Takes effect when it is submitted, because a day that is still being typed is invalid. */
export function AuditFilterForm({ shown, any, onSet }: AuditFilterFormProps) {
  const { call } = usePortal()
  const { data: admins = [] } = useQuery(designatedAdminsQuery(call))
  const [{ typed, over }, setTyped] = useState({ typed: shown, over: shown })
  // The URL has changed by navigation: its values replace what was typed.
  if (Object.entries(over).some(([name, value]) => shown[name as keyof ShownFilters] !== value)) {
    setTyped({ typed: shown, over: shown })
  }
  const whoList = useId()
  const type = (name: keyof ShownFilters) => (value: string) =>
    setTyped((all) => ({ ...all, typed: { ...all.typed, [name]: value } }))
  const showOther = (show: string) =>
    setTyped((all) => ({ ...all, typed: { ...all.typed, show, what: '', subject: '' } }))
  const kinds = typed.show === 'access' ? accessKinds : knownChanges
  // Days compare as strings.
  const isReversed = typed.from !== '' && typed.to !== '' && typed.from > typed.to
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isReversed) onSet(typed)
  }
  return (
    <form
      className={styles.filters}
      onSubmit={submit}
      aria-label="Filter the audit"
      role="search"
      noValidate
    >
      <SelectField
        label="Entries"
        value={typed.show}
        onChange={showOther}
        options={[
          { value: '', label: 'Changes and refusals' },
          { value: 'access', label: 'Sign-ins and downloads' },
        ]}
      />
      <TextField
        label="From"
        type="date"
        value={typed.from}
        onChange={type('from')}
        max="2100-12-31"
      />
      <TextField
        label="To"
        type="date"
        value={typed.to}
        onChange={type('to')}
        min={typed.from || undefined}
        max="2100-12-31"
        error={isReversed ? auditSentences.reversed : undefined}
      />
      <TextField
        label="Who"
        placeholder="Part of a name or e-mail"
        autoComplete="off"
        list={whoList}
        maxLength={320}
        value={typed.who}
        onChange={type('who')}
      />
      <datalist id={whoList}>
        {[...admins, 'admin key'].map((admin) => (
          <option key={admin} value={admin}>
            {whoInWords({ by: admin })}
          </option>
        ))}
      </datalist>
      <SelectField
        label="What"
        value={typed.what}
        onChange={type('what')}
        options={[
          { value: '', label: 'Everything' },
          ...[...new Set([...kinds, ...(typed.what ? [typed.what] : [])])].map((what) => ({
            value: what,
            label: changeInWords(what),
          })),
        ]}
      />
      <TextField
        label="Search by person, subject or change"
        type="search"
        autoComplete="off"
        maxLength={200}
        value={typed.q}
        onChange={type('q')}
      />
      <SelectField
        label="Order"
        value={typed.order}
        onChange={type('order')}
        options={[
          { value: '', label: 'Newest first' },
          { value: 'oldest', label: 'Oldest first' },
        ]}
      />
      <div className={styles.filterButtons}>
        <Button type="submit" variant="primary" icon={<Funnel />}>
          Show
        </Button>
        {any && (
          <Button variant="quiet" icon={<FunnelX />} onClick={() => onSet(none)}>
            Clear filters
          </Button>
        )}
      </div>
    </form>
  )
}

/** The audit screen's texts, which the specification doesn't define. */
export const auditSentences = {
  about: (isAccess: boolean) =>
    isAccess
      ? 'Who signed in, signed out or downloaded a paper, and when admins opened the list of users or the audit. What is read in the viewer is private and isn’t recorded.'
      : 'Who changed what and when, and who was refused.',
  failed: 'Failed to load the audit',
  reversed: 'Choose a day that is not before From.',
  moreFailed: (oldestFirst: boolean) => `Failed to load ${oldestFirst ? 'newer' : 'older'} entries`,
  downloadFailed: (status: number) =>
    status === 0
      ? 'Unable to connect to server. Please check your connection and try again.'
      : `Failed to download the audit: ${status}`,
}
