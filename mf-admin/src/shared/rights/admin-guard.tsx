import { usePortal } from '@portal/remote-kit/portal'
import { useQuery, type UseQueryResult } from '@portal/remote-kit/query'
import { useNavigate } from '@portal/remote-kit/router'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import styles from './admin-guard.module.css'
import { isForbidden, permissionsQuery } from './admin-rights.ts'

type AdminGuardProps = {
  /** A refused read of the screen itself ends the visit, too. */
  queries: readonly UseQueryResult[]
  /** Shown above the check if the screen has its own header. */
  header?: ReactNode
  children: ReactNode
}

/**
 * Shows a screen to people who may manage users, and sends everyone else home with the reason. The
 * API refuses regardless; this only spares the reader a page of errors.
 */
export function AdminGuard({ queries, header, children }: AdminGuardProps) {
  const { call, person, toast } = usePortal()
  const navigate = useNavigate()
  const permissions = useQuery(permissionsQuery(call))
  const refused = [permissions, ...queries].find(
    ({ error, isFetching }) => isForbidden(error) && !isFetching,
  )?.error
  // If that can't be fetched, the session's rights apply.
  const known = permissions.data ?? (permissions.isError ? person : undefined)
  const ended =
    refused !== undefined || (known?.canManageUsers === false && !permissions.isFetching)

  const leave = useEffectEvent(() => {
    const because = permissions.data?.because ?? refused?.message ?? ''
    toast(
      person.canManageUsers
        ? `Your admin rights have ended. ${because}`.trim()
        : 'The admin area is for designated admins who are signed in with Google.',
      { kind: 'plain', duration: 10_000 },
    )
    void navigate('/', { replace: true })
  })
  useEffect(() => {
    if (ended) leave()
  }, [ended])

  if (known?.canManageUsers && !ended) return children
  return (
    <>
      {header}
      <p role="status" className={styles.checking}>
        Checking admin permissions...
      </p>
    </>
  )
}
