import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import { Combobox } from './combobox.tsx'

// Loaded beforehand, so that compiling it on a busy machine doesn't slow a test down.
beforeAll(() => import('./parts/combobox-picker.tsx'))

type Paper = { id: string; name: string; folder: string }

const papers: Paper[] = [
  { id: '1', name: 'Budget vs Actual', folder: 'Q3 2026' },
  { id: '2', name: 'Budget vs Actual', folder: 'Q4 2026' },
  { id: '3', name: 'Letter of Ingrid Sørensen', folder: 'Correspondence' },
]

type PickerProps = { start?: Paper | null; of?: typeof Combobox }

function Picker({ start = null, of: Shown = Combobox }: PickerProps) {
  const [paper, setPaper] = useState<Paper | null>(start)
  return (
    <>
      <Shown
        label="Document"
        options={papers}
        value={paper}
        onChange={setPaper}
        nameOf={({ name }) => name}
        detailOf={({ folder }) => folder}
        keyOf={({ id }) => id}
      />
      <output aria-label="picked">{paper?.id}</output>
    </>
  )
}

const box = () => screen.findByRole('combobox', { name: 'Document' })
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
const picked = () => screen.getByRole('status', { name: 'picked' }).textContent

it('shows a placeholder with the current value until it is loaded', async () => {
  // Once loaded, the module is available at once, so this test resets it.
  vi.resetModules()
  const { Combobox: unfetched } = await import('./combobox.tsx')
  render(<Picker of={unfetched} start={papers[2] ?? null} />)
  const waiting = screen.getByLabelText('Document')
  expect(waiting).toHaveProperty('disabled', true)
  expect(waiting).toHaveProperty('value', 'Letter of Ingrid Sørensen')
  expect(await box()).toHaveProperty('value', 'Letter of Ingrid Sørensen')
})

it('shows every option when it receives the focus', async () => {
  const user = userEvent.setup()
  render(<Picker />)
  await user.click(await box())
  expect(options()).toHaveLength(3)
})

it('finds an option by words of its name and its detail, in any order', async () => {
  const user = userEvent.setup()
  render(<Picker />)
  await user.type(await box(), 'q4 budget')
  expect(options()).toEqual(['Budget vs ActualQ4 2026'])
})

it('finds a name without its accents', async () => {
  const user = userEvent.setup()
  render(<Picker />)
  await user.type(await box(), 'sorensen')
  expect(options()).toEqual(['Letter of Ingrid SørensenCorrespondence'])
})

it('selects an option by keyboard and shows its name', async () => {
  const user = userEvent.setup()
  render(<Picker />)
  await user.type(await box(), 'q4')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(picked()).toBe('2'))
  expect(await box()).toHaveProperty('value', 'Budget vs Actual')
})

it('reports that nothing matches, and keeps the selected value', async () => {
  const user = userEvent.setup()
  render(<Picker start={papers[0] ?? null} />)
  await user.clear(await box())
  await user.type(await box(), 'zebra')
  const none = screen.getByRole('option', { name: 'Nothing matches “zebra”' })
  expect(none.getAttribute('aria-disabled')).toBe('true')
})
