import {
  type DeviceSetting,
  settingCookie,
  settingIn,
  type TextSize,
  type ValueOf,
} from '@portal/contract/device-settings'
import type { ToastOptions } from '@portal/remote-kit/portal'
import { type Toast, toastKind } from '@portal/shared-ui/toast-region'
import type { ComponentType } from 'react'
import { create } from 'zustand'

type InterfaceState = {
  menuFolded: boolean
  textSize: TextSize
  toasts: Toast[]
  /** Whether the portal's search is open. */
  searching: boolean
  /** Counts how often the screens were restarted after a part of them had failed. */
  generation: number
  /** Banners above the page. */
  notices: Partial<Record<TabNotice, ComponentType>>
}

/**
 * The notices: the reader is somebody’s assistant; the tab views the portal as a member; it runs other releases than usual; one of a developer's server has
 * an error; a newer version is out; an admin has reset the reader's second factor, or set their password; the reader's access ends with a day; parts were
 * left out at the start.
 */
export type TabNotice =
  | 'memberView'
  | 'override'
  | 'development'
  | 'update'
  | 'reset'
  | 'password'
  | 'lastDay'
  | 'limited'
  | 'assistant'

/** Until the reader folds or unfolds it, the menu is folded where the page needs its width; see `first-paint.css`. */
const foldsMenu = matchMedia('(min-width: 768px) and (max-width: 899px)')

export const useInterface = create<InterfaceState>()(() => ({
  menuFolded: isMenuFolded(),
  textSize: settingIn(document.cookie, 'text-size'),
  toasts: [],
  searching: false,
  generation: 0,
  notices: {},
}))

foldsMenu.addEventListener('change', () => useInterface.setState({ menuFolded: isMenuFolded() }))

function isMenuFolded(): boolean {
  const chosen = settingIn(document.cookie, 'menu-folded')
  return chosen === 'auto' ? foldsMenu.matches : chosen === 'true'
}

export function foldMenu(menuFolded: boolean): void {
  keep('menu-folded', `${menuFolded}`)
  useInterface.setState({ menuFolded })
}

export function setTextSize(textSize: TextSize): void {
  keep('text-size', textSize)
  useInterface.setState({ textSize })
  showTextSize()
}

/** The page already has it if the API saw the cookie. */
export function showTextSize(): void {
  document.documentElement.dataset['textSize'] = useInterface.getState().textSize
}

function keep<Setting extends DeviceSetting>(setting: Setting, value: ValueOf<Setting>): void {
  const secure = location.protocol === 'https:'
  // The Cookie Store API is asynchronous, and missing on older tablets.
  document.cookie = settingCookie(setting, value, { secure })
}

/** Long enough to read a message and to reach its button by keyboard, in ms. */
const leastWithAction = 10_000

export function toast(message: string, { kind, duration = 5000, action }: ToastOptions = {}): void {
  const entry: Toast = {
    id: crypto.randomUUID(),
    message,
    kind: kind ?? toastKind(message),
    duration: action ? Math.max(duration, leastWithAction) : duration,
    ...(action && { action }),
  }
  useInterface.setState(({ toasts }) => ({ toasts: [...toasts, entry] }))
}

export function dismissToast(id: string): void {
  useInterface.setState(({ toasts }) => ({ toasts: toasts.filter((entry) => entry.id !== id) }))
}

export function openSearch(): void {
  useInterface.setState({ searching: true })
}

export function closeSearch(): void {
  useInterface.setState({ searching: false })
}

export function showNotice(place: TabNotice, Notice: ComponentType): void {
  useInterface.setState(({ notices }) => ({ notices: { ...notices, [place]: Notice } }))
}

export function dismissNotice(place: TabNotice): void {
  useInterface.setState(({ notices: { [place]: _gone, ...notices } }) => ({ notices }))
}

/** Restarts the screens at the current address, without the router's memory of a failure. */
export function restartScreens(): void {
  useInterface.setState(({ generation }) => ({ generation: generation + 1 }))
}
