import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { SelectField } from './field.tsx'
import styles from './table.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export type Sort<By extends string = string> = { by: By; down: boolean }

type Column<By extends string> = {
  title: string
  /** Shows the title to screen readers only. */
  hideTitle?: boolean
  /** The sort key of this column; a heading without one is plain text. */
  by?: By | undefined
}

type TableProps<By extends string> = {
  label: string
  columns: readonly Column<By>[]
  sort?: Sort<By> | undefined
  onSort?: ((sort: Sort<By>) => void) | undefined
  /** The rows, already sorted. In the block layout, a cell shows its `data-label` as the column's name. */
  children: ReactNode
}

/**
 * A table whose rows become blocks in a narrow space. Its CSS has no specificity, so that a row's own class names
 * override it.
 */
export function Table<By extends string = never>(props: TableProps<By>) {
  const { label, columns, sort, onSort, children } = props
  const sorting = sort && onSort && { sort, onSort }
  return (
    <div className={styles.frame}>
      {sorting && <SortChoice label={label} columns={columns} {...sorting} />}
      <table className={clsx(styles.table, sorting && styles.sortable)} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title, hideTitle, by }) =>
              by !== undefined && sorting ? (
                <SortHeading key={title} title={title} by={by} {...sorting} />
              ) : (
                <th key={title} scope="col">
                  {hideTitle ? <VisuallyHidden>{title}</VisuallyHidden> : title}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

type Sorting<By extends string> = { sort: Sort<By>; onSort: (sort: Sort<By>) => void }

function SortHeading<By extends string>(props: Sorting<By> & { title: string; by: By }) {
  const { title, by, sort, onSort } = props
  const own = sort.by === by
  const Icon = own ? (sort.down ? ArrowDown : ArrowUp) : ArrowUpDown
  return (
    <th scope="col" aria-sort={own ? (sort.down ? 'descending' : 'ascending') : 'none'}>
      <button
        type="button"
        className={styles.heading}
        onClick={() => onSort({ by, down: own && !sort.down })}
      >
        {title}
        <Icon aria-hidden="true" />
      </button>
    </th>
  )
}

/** Replaces the sortable headings in the block layout. */
function SortChoice<By extends string>(
  props: Sorting<By> & { label: string; columns: readonly Column<By>[] },
) {
  const { label, columns, sort, onSort } = props
  const options = columns.flatMap(({ title, by }) =>
    by === undefined
      ? []
      : [
          { value: `${by} up`, label: title },
          { value: `${by} down`, label: `${title}, reversed` },
        ],
  )
  return (
    <SelectField
      className={styles.choice}
      label={`Sort ${label} by`}
      value={`${sort.by} ${sort.down ? 'down' : 'up'}`}
      onChange={(value) => {
        const chosen = columns.find(({ by }) => by === value.split(' ')[0])?.by
        if (chosen !== undefined) onSort({ by: chosen, down: value.endsWith(' down') })
      }}
      options={options}
    />
  )
}
