import type { DirectoryEntry } from '@portal/contract/directory'
import { counted } from '@portal/domain/counted'
import { directoryFieldNames, directoryFields } from '@portal/domain/directory-fields'
import { todayIn } from '@portal/domain/days'
import { isolated } from '@portal/domain/shown-text'
import { termDatesText } from '@portal/domain/terms'
import { usePortal } from '@portal/remote-kit/portal'
import { Badge } from '@portal/shared-ui/badge'
import { Banner } from '@portal/shared-ui/banner'
import { SelectField, TextField } from '@portal/shared-ui/field'
import { ShowMore } from '@portal/shared-ui/show-more'
import { Table } from '@portal/shared-ui/table'
import { useLimited } from '@portal/shared-ui/use-limited'
import { CircleAlert } from 'lucide-react'
import { SelectBox } from '../../shared/select-box.tsx'
import styles from './import-people.module.css'
import { officeInWords } from '../../bodies/bodies-words.ts'
import {
  type ColumnUse,
  countedLines,
  type ListedPerson,
  type ListTable,
} from './list-of-people.ts'
import { type ListedTerm, termColumnNames, termColumns } from './listed-terms.ts'

type ColumnsProps = {
  columns: ListTable['columns']
  uses: ColumnUse[]
  onUses: (uses: ColumnUse[]) => void
  role: string
  onRole: (role: string) => void
  type: DirectoryEntry['type']
  onType: (type: DirectoryEntry['type']) => void
}

const useOptions: { value: ColumnUse; label: string }[] = [
  { value: 'nothing', label: 'Don’t import' },
  ...directoryFieldNames.map((name) => ({ value: name, label: directoryFields[name].label })),
  { value: 'firstName', label: 'First name' },
  { value: 'lastName', label: 'Last name' },
  ...termColumnNames.map((name) => ({ value: name, label: `Term: ${termColumns[name]}` })),
]

const typeOptions = Object.entries(directoryFields.type.options).map(([value, label]) => ({
  value,
  label,
}))

/** What each column contains, and what people get who have nothing there. */
export function ListColumns(props: ColumnsProps) {
  const { columns, uses, onUses, role, onRole, type, onType } = props
  /** A field comes from one column. */
  const choose = (index: number, use: ColumnUse) =>
    onUses(uses.map((other, at) => (at === index ? use : other === use ? 'nothing' : other)))
  return (
    <section className={styles.section} aria-labelledby="list-columns">
      <h2 id="list-columns">Columns</h2>
      <div className={styles.columns}>
        {columns.map(({ title, sample }, index) => (
          <SelectField
            // oxlint-disable-next-line react/no-array-index-key -- two columns may have one title
            key={index}
            label={title}
            hint={sample === '' ? 'Empty' : `Such as “${isolated(sample.slice(0, 40))}”`}
            value={uses[index] ?? 'nothing'}
            onChange={(chosen) => choose(index, chosen as ColumnUse)}
            options={useOptions}
          />
        ))}
      </div>
      <h2>New people</h2>
      <div className={styles.columns}>
        <TextField
          label="Role if it is missing"
          autoComplete="off"
          maxLength={directoryFields.role.most}
          value={role}
          onChange={onRole}
          hint="Such as Board Member"
        />
        <SelectField
          label="Type if it is missing"
          value={type}
          onChange={(chosen) => onType(chosen as DirectoryEntry['type'])}
          options={typeOptions}
        />
      </div>
    </section>
  )
}

type PreviewProps = {
  people: ListedPerson[]
  /** The lines of people who are left out. */
  leftOut: ReadonlySet<number>
  onLeftOut: (line: number, isLeftOut: boolean) => void
}

const columns = [
  { title: 'Import' },
  { title: 'Line' },
  { title: 'Person' },
  { title: 'Role' },
  { title: 'In the directory' },
]

/** How many rows are shown at first, and added at a time. */
const step = 50

/** Everybody on the list, with what the import would do. */
export function ListPreview({ people, leftOut, onLeftOut }: PreviewProps) {
  const { shown, showMore } = useLimited(people, step)
  const hasTerms = people.some(({ term }) => term !== undefined)
  const broken = people.filter(({ problems }) => problems.length > 0)
  return (
    <section className={styles.section} aria-labelledby="list-preview">
      <h2 id="list-preview">Preview ({countedLines(people)})</h2>
      {broken.length > 0 && (
        <Banner kind="warn" icon={<CircleAlert />} role="status">
          {counted(broken.length, 'line')} can’t be imported. Correct the list above, or import the
          others.
          <ul className={styles.problems}>
            {broken.slice(0, step).map(({ line, problems }) => (
              <li key={line}>
                Line {line}: {problems.join(', ')}
              </li>
            ))}
            {broken.length > step && <li>and {broken.length - step} more</li>}
          </ul>
        </Banner>
      )}
      <Table label="Preview" columns={hasTerms ? [...columns, { title: 'Term' }] : columns}>
        {shown.map((person) => (
          <PreviewRow
            key={person.line}
            person={person}
            isLeftOut={leftOut.has(person.line)}
            hasTerms={hasTerms}
            onLeftOut={(isLeftOut) => onLeftOut(person.line, isLeftOut)}
          />
        ))}
      </Table>
      <ShowMore shown={shown.length} total={people.length} onMore={showMore} />
    </section>
  )
}

type PreviewRowProps = {
  person: ListedPerson
  isLeftOut: boolean
  hasTerms: boolean
  onLeftOut: (isLeftOut: boolean) => void
}

function PreviewRow({ person, isLeftOut, hasTerms, onLeftOut }: PreviewRowProps) {
  const { line, texts, entry, problems } = person
  const name = texts.name ?? entry?.name ?? 'No name'
  const email = texts.email ?? entry?.email
  const isBroken = problems.length > 0
  return (
    <tr>
      <td>
        <SelectBox
          label="Import"
          of={`${isolated(name)}, line ${line}`}
          checked={!isBroken && !isLeftOut}
          disabled={isBroken}
          onChange={(checked) => onLeftOut(!checked)}
        />
      </td>
      <td data-label="Line">{line}</td>
      <th scope="row" className={styles.person}>
        {name}
        <span className={styles.soft}>{email ?? 'No e-mail, so no account'}</span>
      </th>
      <td data-label="Role">{texts.role ?? entry?.role}</td>
      <td data-label="In the directory">
        <PersonState person={person} />
      </td>
      {hasTerms && (
        <td data-label="Term">{person.term ? <TermState term={person.term} /> : 'None'}</td>
      )}
    </tr>
  )
}

function TermState({ term }: { term: ListedTerm }) {
  const today = todayIn(usePortal().config.foundation.timeZone)
  const { body } = term
  return (
    <>
      {officeInWords(term)}, {body.name} {body.isNew && <Badge kind="accent">New committee</Badge>}
      <span className={styles.soft}>{termDatesText(term, today)}</span>
    </>
  )
}

function PersonState({ person }: { person: ListedPerson }) {
  const { entry, isMaybe, changes, problems, sameAs } = person
  if (problems.length > 0) {
    return (
      <>
        <Badge kind="bad">Can’t be imported</Badge>
        <span className={styles.soft}>{problems.join(', ')}</span>
      </>
    )
  }
  if (sameAs !== undefined) return <Badge>As in line {sameAs}</Badge>
  if (!entry) return <Badge kind="accent">New</Badge>
  const labels = changes.map((name) => directoryFields[name].label)
  return (
    <>
      {isMaybe ? <Badge kind="warn">Maybe the same person</Badge> : <Badge>Already there</Badge>}
      {isMaybe && (
        <span className={styles.soft}>
          {isolated(entry.name)}, {entry.role}, has the same name. Leave the line out if this is
          somebody else.
        </span>
      )}
      <span className={styles.soft}>
        {labels.length === 0 ? 'Nothing changes' : `Changes ${labels.join(', ')}`}
      </span>
    </>
  )
}
