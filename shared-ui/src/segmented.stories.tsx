import { CalendarDays, List } from 'lucide-react'
import { useState } from 'react'
import { Segmented } from './segmented.tsx'

const views = [
  { value: 'month', label: 'Month', icon: <CalendarDays aria-hidden="true" /> },
  { value: 'list', label: 'List', icon: <List aria-hidden="true" /> },
] as const

export function WithIcons() {
  const [view, setView] = useState<'month' | 'list'>('month')
  return <Segmented label="View" value={view} onChange={setView} options={views} />
}

export function Many() {
  const [quarter, setQuarter] = useState('3')
  const options = ['1', '2', '3', '4'].map((value) => ({ value, label: `Quarter ${value}` }))
  return <Segmented label="Quarter" value={quarter} onChange={setQuarter} options={options} />
}

export function Disabled() {
  return <Segmented label="View" value="list" onChange={() => undefined} options={views} disabled />
}
