import { Skeleton } from '@portal/shared-ui/skeleton'
import { useLoaded } from '@portal/shared-ui/use-loaded'
import { type ComponentProps, useEffect } from 'react'
import { toast } from '../frame/interface-store.ts'
import type { ExpiredDialogProps } from './expired-dialog.tsx'
import type { SignInScreen } from './sign-in-screen.tsx'

const signInScreen = () => import('./sign-in-screen.tsx')
export const loadSignIn = () => void signInScreen().catch(() => undefined)

/** The sign-in screen. The page of a reader who is known doesn't need its code. */
export function SignIn(props: ComponentProps<typeof SignInScreen>) {
  const { value, error } = useLoaded(signInScreen)
  if (error !== undefined) throw error
  return value ? <value.SignInScreen {...props} /> : <Skeleton lines={6} />
}

const expiredDialog = () => import('./expired-dialog.tsx')
export const loadSignInAgain = () => void expiredDialog().catch(() => undefined)

/** The dialog of an expired session. */
export function SignInAgain(props: ExpiredDialogProps) {
  const { value, error } = useLoaded(expiredDialog)
  useEffect(() => {
    if (error === undefined) return
    toast('Your session has ended. Please reload this page to sign in again.', {
      kind: 'bad',
      duration: 60_000,
    })
  }, [error])
  return value && <value.ExpiredDialog {...props} />
}
