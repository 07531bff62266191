import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react'
import type { ReactNode } from 'react'
import styles from './tabs.module.css'

type TabsProps<T extends string> = {
  label: string
  value: T
  onChange: (value: T) => void
  tabs: readonly { value: T; label: ReactNode }[]
  /** The panel of the selected tab; omit it if the caller renders it elsewhere. */
  children?: ReactNode
}

export function Tabs<T extends string>({ label, value, onChange, tabs, children }: TabsProps<T>) {
  const chosen = tabs.findIndex((tab) => tab.value === value)
  const choose = (index: number) => {
    const tab = tabs[index]
    if (tab && tab.value !== value) onChange(tab.value)
  }
  return (
    <TabGroup selectedIndex={Math.max(0, chosen)} onChange={choose}>
      <div className={styles.frame}>
        <TabList className={styles.list} aria-label={label}>
          {tabs.map((tab) => (
            <Tab key={tab.value} className={styles.tab}>
              {tab.label}
            </Tab>
          ))}
        </TabList>
      </div>
      {children === undefined ? null : (
        <TabPanels>
          {tabs.map((tab) => (
            <TabPanel key={tab.value} className={styles.panel}>
              {children}
            </TabPanel>
          ))}
        </TabPanels>
      )}
    </TabGroup>
  )
}
