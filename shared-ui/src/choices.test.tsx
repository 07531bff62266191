import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Segmented } from './segmented.tsx'
import { Switch } from './switch.tsx'
import { Tabs } from './tabs.tsx'

const quarters = ['Q1', 'Q2', 'Q3', 'Q4'].map((quarter) => ({ value: quarter, label: quarter }))

describe('Segmented', () => {
  function Quarters() {
    const [quarter, setQuarter] = useState('Q3')
    return <Segmented label="Quarter" value={quarter} onChange={setQuarter} options={quarters} />
  }
  const labelOf = (radio: Element | null) => (radio as HTMLInputElement).labels?.[0]?.textContent
  const checked = () => labelOf(screen.getByRole('radio', { checked: true }))

  it('renders a named radio group with one selected option', () => {
    render(<Quarters />)
    expect(screen.getByRole('radiogroup', { name: 'Quarter' })).toBeDefined()
    expect(screen.getAllByRole('radio')).toHaveLength(4)
    expect(checked()).toBe('Q3')
  })

  it('has one tab stop, and the arrow keys select options cyclically', async () => {
    const user = userEvent.setup()
    render(<Quarters />)
    await user.tab()
    expect(labelOf(document.activeElement)).toBe('Q3')
    await user.keyboard('{ArrowRight}')
    expect(checked()).toBe('Q4')
    await user.keyboard('{ArrowRight}')
    expect(checked()).toBe('Q1')
    await user.keyboard('{ArrowLeft}')
    expect(checked()).toBe('Q4')
  })

  it('keeps the selected option if the change is rejected', async () => {
    const user = userEvent.setup()
    const ask = vi.fn()
    render(<Segmented label="Quarter" value="Q3" onChange={ask} options={quarters} />)
    await user.click(screen.getByRole('radio', { name: 'Q1' }))
    expect(ask).toHaveBeenCalledWith('Q1')
    expect(checked()).toBe('Q3')
  })
})

describe('Tabs', () => {
  const tabs = [
    { value: 'meetings', label: 'Meeting Materials' },
    { value: 'governance', label: 'Governance & Policies' },
  ]
  function Mappings({ panel = true }) {
    const [tab, setTab] = useState('meetings')
    return (
      <Tabs label="Mappings" value={tab} onChange={setTab} tabs={tabs}>
        {panel ? <p>Slots of {tab}</p> : undefined}
      </Tabs>
    )
  }

  it('shows the panel of the selected tab, labeled by it', async () => {
    const user = userEvent.setup()
    render(<Mappings />)
    expect(screen.getByRole('tabpanel', { name: 'Meeting Materials' })).toBeDefined()
    await user.tab()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Governance & Policies')
    expect(screen.getByText('Slots of governance')).toBeDefined()
    expect(screen.queryByText('Slots of meetings')).toBeNull()
  })

  it('can leave the panel to the caller', () => {
    render(<Mappings panel={false} />)
    expect(screen.getByRole('tablist', { name: 'Mappings' })).toBeDefined()
    expect(screen.queryByRole('tabpanel')).toBeNull()
  })
})

describe('Switch', () => {
  it('toggles by click and by Space', async () => {
    const user = userEvent.setup()
    const turn = vi.fn()
    render(<Switch label="Active" checked={false} onChange={turn} />)
    const active = screen.getByRole('switch', { name: 'Active', checked: false })
    await user.click(active)
    await user.keyboard(' ')
    expect(turn.mock.calls).toEqual([[true], [true]])
  })

  it('does nothing while disabled', async () => {
    const user = userEvent.setup()
    const turn = vi.fn()
    render(<Switch label="Active" checked showLabel disabled onChange={turn} />)
    await user.click(screen.getByRole('switch', { name: 'Active' }))
    expect(turn).not.toHaveBeenCalled()
  })
})
