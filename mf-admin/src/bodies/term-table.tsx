import type { Term } from '@portal/contract/bodies'
import type { Day } from '@portal/domain/days'
import { isolated } from '@portal/domain/shown-text'
import { termDatesText } from '@portal/domain/terms'
import { Button } from '@portal/shared-ui/button'
import { ShowMore } from '@portal/shared-ui/show-more'
import { Table } from '@portal/shared-ui/table'
import { useLimited } from '@portal/shared-ui/use-limited'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Pencil, RotateCw, Trash2 } from 'lucide-react'
import { type ReactNode, type RefObject, useId } from 'react'
import { PersonLink } from '../shared/person-link.tsx'
import sections from '../shared/sections.module.css'
import styles from './bodies.module.css'
import { officeInWords } from './bodies-words.ts'

type TermSectionProps = {
  title: string
  terms: Term[]
  today: Day
  /** The ids of the people who are in the directory, once they are known. */
  people: ReadonlySet<string> | undefined
  /** The names of the bodies by their ids, if the terms are of several. */
  bodyNames?: ReadonlyMap<string, string> | undefined
  /** Shown instead of an empty list; without it, the section is left out. */
  empty?: ReactNode
  /** Receives the focus when the focused row is gone. */
  heading?: RefObject<HTMLHeadingElement | null>
  onEdit?: ((term: Term) => void) | undefined
  onDelete?: ((term: Term) => void) | undefined
  /** Adds the person's next term. */
  onRenew?: ((term: Term) => void) | undefined
}

/** How many rows are shown at first, and added at a time. */
const step = 50

/** Terms with what can be done with them. */
export function TermSection(props: TermSectionProps) {
  const { title, terms, bodyNames, empty, heading, ...row } = props
  const id = useId()
  const { shown, showMore } = useLimited(terms, step)
  if (terms.length === 0 && empty === undefined) return null
  const columns = ['Person', ...(bodyNames ? ['Body'] : []), 'Office', 'Term', 'Actions']
  return (
    <section className={sections.section} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1} className={styles.title}>
        {title} ({terms.length})
      </h2>
      {terms.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <>
          <Table label={title} columns={columns.map((column) => ({ title: column }))}>
            {shown.map((term) => (
              <TermRow key={term.id} term={term} bodyNames={bodyNames} {...row} />
            ))}
          </Table>
          <ShowMore shown={shown.length} total={terms.length} onMore={showMore} />
        </>
      )}
    </section>
  )
}

type TermRowProps = Pick<
  TermSectionProps,
  'today' | 'people' | 'bodyNames' | 'onEdit' | 'onDelete' | 'onRenew'
> & { term: Term }

function TermRow({ term, today, people, bodyNames, onEdit, onDelete, onRenew }: TermRowProps) {
  const { person, name, body, appointedBy } = term
  const bodyName = bodyNames?.get(body)
  const isGone = people !== undefined && !people.has(person)
  const of = ` ${isolated(name)}${bodyName === undefined ? '' : `, ${bodyName}`}`
  const hidden = <VisuallyHidden>{of}</VisuallyHidden>
  return (
    <tr>
      <th scope="row" className={sections.name}>
        {isGone ? name : <PersonLink entry={person}>{name}</PersonLink>}
        {isGone && <span className={sections.soft}>No longer in the directory</span>}
      </th>
      {bodyNames && <td data-label="Body">{bodyName}</td>}
      <td data-label="Office">{officeInWords(term)}</td>
      <td data-label="Term">
        {termDatesText(term, today)}
        {appointedBy !== undefined && <span className={sections.soft}>{appointedBy}</span>}
      </td>
      <td>
        <div className={sections.buttons}>
          {onRenew && people?.has(person) && (
            <Button icon={<RotateCw />} onClick={() => onRenew(term)}>
              Add the next term{hidden}
            </Button>
          )}
          {onEdit && (
            <Button icon={<Pencil />} onClick={() => onEdit(term)}>
              Edit{hidden}
            </Button>
          )}
          {onDelete && (
            <Button variant="quiet" icon={<Trash2 />} onClick={() => onDelete(term)}>
              Delete{hidden}
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}
