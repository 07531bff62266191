import type { PortalReply } from '@portal/contract/portal'
import { create } from 'zustand'

/**
 * `loading` until the reader is known; `expired` keeps the page and asks to sign in again. `portal`
 * is the API's response for the reader. `isRequested`: a signed-out person requested this page, or it
 * was open when they signed out in another tab; it is shown after sign-in. `notice`: why the sign-in has ended.
 */
export type SessionState =
  | { status: 'loading'; portal?: undefined; notice?: undefined }
  | { status: 'signed out'; isRequested: boolean; portal?: undefined; notice?: string | undefined }
  | { status: 'signed in'; portal: PortalReply; notice?: undefined }
  | { status: 'expired'; portal: PortalReply; notice?: string | undefined }

export const useSession = create<SessionState>()(() => ({ status: 'loading' }))

export function setSession(state: SessionState): void {
  useSession.setState(state, true)
}
