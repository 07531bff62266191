import type { UseQueryResult } from '@portal/remote-kit/query'
import { Link } from '@portal/remote-kit/router'
import { PageHeader } from '@portal/shared-ui/page-header'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { adminPaths } from '../admin-paths.ts'
import { AdminGuard } from './rights/admin-guard.tsx'

type AdminScreenProps = {
  title: string
  subtitle?: ReactNode
  actions?: ReactNode
  /** The screen above it, if that isn't the dashboard. */
  backTo?: string
  /** The screen's own reads: one that is refused ends the visit. */
  queries: readonly UseQueryResult[]
  children: ReactNode
}

/** A screen below the admin dashboard: its header with the way back, and its content for admins only. */
export function AdminScreen(props: AdminScreenProps) {
  const { queries, children, backTo = adminPaths.dashboard, ...header } = props
  return (
    <>
      <PageHeader
        {...header}
        back={
          <Link to={backTo}>
            <ArrowLeft /> Back
          </Link>
        }
      />
      <AdminGuard queries={queries}>{children}</AdminGuard>
    </>
  )
}
