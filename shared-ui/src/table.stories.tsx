import { useState } from 'react'
import { PersonName } from './person-name.tsx'
import { type Sort, Table } from './table.tsx'

type Person = { name: string; role: string; joined: string }

const people: Person[] = [
  { name: 'Maria Lopez', role: 'Director', joined: '2021' },
  { name: 'Ruth Abelman', role: 'Chair', joined: '2016' },
  { name: 'Wei Chen', role: 'Staff', joined: '2023' },
]

export function Plain() {
  return (
    <Table label="People" columns={columns.map(({ title }) => ({ title }))}>
      <Rows people={people} />
    </Table>
  )
}

export function Sortable() {
  const [sort, setSort] = useState<Sort<keyof Person>>({ by: 'name', down: false })
  const sorted = people.toSorted((a, b) => a[sort.by].localeCompare(b[sort.by]))
  return (
    <Table label="Sorted people" columns={columns} sort={sort} onSort={setSort}>
      <Rows people={sort.down ? sorted.toReversed() : sorted} />
    </Table>
  )
}

export function Many() {
  const many = Array.from({ length: 25 }, (_, index) => ({
    name: `Former director ${index + 1}`,
    role: 'Director',
    joined: String(1990 + index),
  }))
  return (
    <Table label="Former directors" columns={columns.map(({ title }) => ({ title }))}>
      <Rows people={many} />
    </Table>
  )
}

/** Where there is little room, rows become blocks and the headings become a choice. */
export function Narrow() {
  const [sort, setSort] = useState<Sort<keyof Person>>({ by: 'name', down: false })
  return (
    <div style={{ inlineSize: '20rem', maxInlineSize: '100%' }}>
      <Table label="People, narrow" columns={columns} sort={sort} onSort={setSort}>
        <Rows people={people} />
      </Table>
    </div>
  )
}

const columns = [
  { title: 'Name', by: 'name' },
  { title: 'Role', by: 'role' },
  { title: 'Joined', by: 'joined' },
] as const

function Rows({ people: rows }: { people: Person[] }) {
  return rows.map(({ name, role, joined }) => (
    <tr key={name}>
      <td>
        <PersonName name={name} />
      </td>
      <td data-label="Role">{role}</td>
      <td data-label="Joined">{joined}</td>
    </tr>
  ))
}
