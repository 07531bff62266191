import { TextField } from '@portal/shared-ui/field'
import { Table } from '@portal/shared-ui/table'
import type { ComponentProps } from 'react'
import { ListOrWhy, type ListOrWhyProps } from '../shared/list-or-why.tsx'
import type { ListView } from '../shared/use-list-view.ts'
import styles from './releases-screen.module.css'

type SearchedTableProps<By extends string> = Pick<
  ComponentProps<typeof Table<By>>,
  'label' | 'columns' | 'children'
> &
  Omit<ListOrWhyProps, 'children'> & {
    searchLabel: string
    view: ListView<By>
  }

/** A table that can be searched and sorted; the caller filters and sorts the rows. */
export function SearchedTable<By extends string>(props: SearchedTableProps<By>) {
  const { label, columns, searchLabel, view, children, ...list } = props
  return (
    <>
      {list.total > 0 && (
        <TextField
          className={styles.search}
          type="search"
          label={searchLabel}
          autoComplete="off"
          value={view.search}
          onChange={view.setSearch}
        />
      )}
      <ListOrWhy {...list}>
        <Table label={label} columns={columns} sort={view.sort} onSort={view.setSort}>
          {children}
        </Table>
      </ListOrWhy>
    </>
  )
}
