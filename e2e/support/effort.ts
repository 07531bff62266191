import type { Page } from '@playwright/test'

/** What a journey has cost a person. */
export type Effort = {
  /** Presses of mouse, finger, Enter or Space on a control, choices in a select, and drops. */
  clicks: number
  /** Fields that were typed into; one that is left and typed into again counts again. */
  fields: number
  seconds: number
}

/** Counts what a person does in the page, over reloads and navigation. */
export async function countEffort(page: Page): Promise<() => Effort> {
  const effort = { clicks: 0, fields: 0 }
  const begun = Date.now()
  await page.exposeFunction('portalEffort', (kind: 'clicks' | 'fields') => {
    effort[kind] += 1
  })
  await page.addInitScript(listen)
  return () => ({ ...effort, seconds: Math.round((Date.now() - begun) / 1000) })
}

/** Runs in the page. */
function listen(): void {
  const count = (kind: 'clicks' | 'fields') =>
    (window as unknown as { portalEffort: (what: string) => void }).portalEffort(kind)
  const typed = 'input:not([type=checkbox], [type=radio], [type=file]), textarea, [contenteditable]'
  let field: EventTarget | null = null
  const on = (name: string, listener: (event: Event) => void) =>
    window.addEventListener(name, listener, { capture: true })
  on('pointerdown', () => count('clicks'))
  on('drop', () => count('clicks'))
  on('keydown', (event) => {
    const { key, target } = event as KeyboardEvent
    if (key !== 'Enter' && key !== ' ') return
    if (target instanceof Element && !target.matches(typed)) count('clicks')
  })
  on('change', ({ target }) => {
    if (target instanceof HTMLSelectElement) count('clicks')
    if (target instanceof HTMLInputElement && target.type === 'file') count('clicks')
  })
  on('input', ({ target }) => {
    if (!(target instanceof Element) || !target.matches(typed) || field === target) return
    field = target
    count('fields')
  })
  on('focusout', () => (field = null))
}
