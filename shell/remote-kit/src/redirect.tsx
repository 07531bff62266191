import { Skeleton } from '@portal/shared-ui/skeleton'
import { Navigate } from './router.ts'

/**
 * Puts another page in this one's place, in the history too, so that Back goes past it. The content keeps its
 * place meanwhile: on a slow line the other page may take its time.
 */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  return (
    <>
      <Navigate replace to={to} state={state} />
      <Skeleton lines={6} />
    </>
  )
}
