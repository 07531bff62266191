import { Skeleton } from '@portal/shared-ui/skeleton'
import { Navigate } from './router.ts'

/**
 * Replaces this page by another one, in the history too, so that Back skips it. Shows a skeleton
 * meanwhile: on a slow connection the other page may take a while.
 */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  return (
    <>
      <Navigate replace to={to} state={state} />
      <Skeleton lines={6} />
    </>
  )
}
