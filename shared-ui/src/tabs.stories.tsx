import { useState } from 'react'
import { Tabs } from './tabs.tsx'

export function WithPanel() {
  const [tab, setTab] = useState<'agenda' | 'materials'>('agenda')
  return (
    <Tabs
      label="Meeting"
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'agenda', label: 'Agenda' },
        { value: 'materials', label: 'Materials' },
      ]}
    >
      <p>{tab === 'agenda' ? 'Call to order at 9:00 AM' : 'Five papers'}</p>
    </Tabs>
  )
}

/** Without a panel: the caller shows what is chosen elsewhere. */
export function TabsAlone() {
  const [tab, setTab] = useState('all')
  const tabs = [
    { value: 'all', label: 'All' },
    { value: 'board', label: 'Board' },
    { value: 'staff', label: 'Staff' },
    { value: 'former', label: 'Former' },
  ]
  return <Tabs label="People" value={tab} onChange={setTab} tabs={tabs} />
}
