import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { TextField } from '@portal/shared-ui/field'
import { Table } from '@portal/shared-ui/table'
import { SearchX } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { ListView } from '../shared/use-list-view.ts'
import styles from './releases-screen.module.css'

type SearchedTableProps<By extends string> = Pick<
  ComponentProps<typeof Table<By>>,
  'label' | 'columns' | 'children'
> & {
  searchLabel: string
  /** Shown if the search finds nothing. */
  nothing: string
  found: number
  view: ListView<By>
}

/** A table that can be searched and sorted; the caller filters and sorts the rows. */
export function SearchedTable<By extends string>(props: SearchedTableProps<By>) {
  const { label, columns, searchLabel, nothing, found, view, children } = props
  return (
    <>
      <TextField
        className={styles.search}
        type="search"
        label={searchLabel}
        autoComplete="off"
        value={view.search}
        onChange={view.setSearch}
      />
      {found > 0 ? (
        <Table label={label} columns={columns} sort={view.sort} onSort={view.setSort}>
          {children}
        </Table>
      ) : (
        <Card>
          <EmptyState title="No results found" icon={<SearchX />}>
            {nothing}
          </EmptyState>
        </Card>
      )}
    </>
  )
}
