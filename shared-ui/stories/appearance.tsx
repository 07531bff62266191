import { type TextSize, textSizes } from '@portal/contract/device-settings'
import { useLayoutEffect, useState } from 'react'
import { Segmented } from '../src/segmented.tsx'
import styles from './stories-page.module.css'

const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]
const themeNames = { system: 'System', light: 'Light', dark: 'Dark' }

/** Switches for theme and text size; the page’s query keeps them. */
export function Appearance() {
  const [theme, setTheme] = useSetting<Theme>('theme', themes)
  const [textSize, setTextSize] = useSetting<TextSize>('text-size', textSizes)
  useLayoutEffect(() => {
    const { style, dataset } = document.documentElement
    style.colorScheme = theme === 'system' ? '' : theme
    dataset['textSize'] = textSize
  }, [theme, textSize])
  return (
    <div className={styles.appearance}>
      <Segmented
        label="Theme"
        value={theme}
        onChange={setTheme}
        options={themes.map((value) => ({ value, label: themeNames[value] }))}
      />
      <Segmented
        label="Text size"
        value={textSize}
        onChange={setTextSize}
        options={textSizes.map((value) => ({ value, label: value }))}
      />
    </div>
  )
}

function useSetting<T extends string>(name: string, values: readonly T[]) {
  const [value, setValue] = useState(() => {
    const asked = new URLSearchParams(location.search).get(name)
    return values.find((known) => known === asked) ?? values[0]!
  })
  const change = (next: T) => {
    const url = new URL(location.href)
    url.searchParams.set(name, next)
    history.replaceState(null, '', url)
    setValue(next)
  }
  return [value, change] as const
}
