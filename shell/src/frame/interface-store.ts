import type { ToastOptions } from '@portal/remote-kit/portal'
import { type Toast, toastKind } from '@portal/shared-ui/toast-region'
import type { ComponentType } from 'react'
import { create } from 'zustand'

export const textSizes = ['A', 'A+', 'A++'] as const
export type TextSize = (typeof textSizes)[number]

type InterfaceState = {
  menuFolded: boolean
  textSize: TextSize
  toasts: Toast[]
  /** Counts how often the screens were started anew, after a part of them had failed. */
  generation: number
  /** Banners about the tab itself. */
  notices: Partial<Record<TabNotice, ComponentType>>
}

/** That it runs something else than the usual, and that something newer is out. */
export type TabNotice = 'override' | 'newer'

const keys = { menuFolded: 'portal.menu-folded', textSize: 'portal.text-size' }

export const useInterface = create<InterfaceState>()(() => ({
  menuFolded: localStorage.getItem(keys.menuFolded) === 'true',
  textSize: textSizes.find((size) => size === localStorage.getItem(keys.textSize)) ?? 'A',
  toasts: [],
  generation: 0,
  notices: {},
}))

export function foldMenu(menuFolded: boolean): void {
  localStorage.setItem(keys.menuFolded, String(menuFolded))
  useInterface.setState({ menuFolded })
}

export function setTextSize(textSize: TextSize): void {
  localStorage.setItem(keys.textSize, textSize)
  useInterface.setState({ textSize })
  showTextSize()
}

export function showTextSize(): void {
  document.documentElement.dataset['textSize'] = useInterface.getState().textSize
}

export function toast(message: string, { kind, duration = 5000 }: ToastOptions = {}): void {
  const entry: Toast = {
    id: crypto.randomUUID(),
    message,
    kind: kind ?? toastKind(message),
    duration,
  }
  useInterface.setState(({ toasts }) => ({ toasts: [...toasts, entry] }))
}

export function dismissToast(id: string): void {
  useInterface.setState(({ toasts }) => ({ toasts: toasts.filter((entry) => entry.id !== id) }))
}

export function showNotice(place: TabNotice, Notice: ComponentType): void {
  useInterface.setState(({ notices }) => ({ notices: { ...notices, [place]: Notice } }))
}

export function dismissNotice(place: TabNotice): void {
  useInterface.setState(({ notices: { [place]: _gone, ...notices } }) => ({ notices }))
}

/** Starts the screens anew at the present address; what the router remembered of a failure is gone. */
export function restartScreens(): void {
  useInterface.setState(({ generation }) => ({ generation: generation + 1 }))
}
