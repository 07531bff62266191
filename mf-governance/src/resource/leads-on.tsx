import { Navigate } from '@portal/remote-kit/router'
import { Skeleton } from '@portal/shared-ui/skeleton'

/** Replaces this page by another, and keeps its place meanwhile: on a slow line that one may take its time. */
export function LeadsOn({ to }: { to: string }) {
  return (
    <>
      <Navigate replace to={to} />
      <Skeleton lines={6} />
    </>
  )
}
