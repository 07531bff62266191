import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { type Sort, Table } from './table.tsx'

const columns = [
  { title: 'Name', by: 'name' as const },
  { title: 'Role', by: 'role' as const },
  { title: 'Actions' },
]

function People() {
  const [sort, setSort] = useState<Sort<'name' | 'role'>>({ by: 'name', down: false })
  return (
    <Table label="People" columns={columns} sort={sort} onSort={setSort}>
      <tr>
        <th scope="row">Maria Lopez</th>
        <td>Chair</td>
        <td>None</td>
      </tr>
    </Table>
  )
}

const sortedBy = () =>
  screen
    .getAllByRole('columnheader')
    .map((heading) => `${heading.textContent} ${heading.getAttribute('aria-sort') ?? ''}`.trim())

it('sorts by a heading, and reverses the order when it is pressed again', async () => {
  render(<People />)
  expect(sortedBy()).toEqual(['Name ascending', 'Role none', 'Actions'])
  await userEvent.click(screen.getByRole('button', { name: 'Role' }))
  expect(sortedBy()).toEqual(['Name none', 'Role ascending', 'Actions'])
  await userEvent.click(screen.getByRole('button', { name: 'Role' }))
  expect(sortedBy()).toEqual(['Name none', 'Role descending', 'Actions'])
})

it('offers sorting in the block layout, which has no headings', async () => {
  render(<People />)
  const choice = screen.getByRole('combobox', { name: 'Sort People by' })
  await userEvent.selectOptions(choice, 'Role, reversed')
  expect(sortedBy()).toEqual(['Name none', 'Role descending', 'Actions'])
})

it('renders a plain table without sorting', () => {
  render(
    <Table label="People" columns={[{ title: 'Name' }]}>
      <tr>
        <th scope="row">Maria Lopez</th>
      </tr>
    </Table>,
  )
  expect(screen.getByRole('table', { name: 'People' })).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('combobox')).toBeNull()
})
