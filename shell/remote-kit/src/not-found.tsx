import { buttonStyle } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Signpost } from 'lucide-react'
import { Link } from './router.ts'

/** The page for an unknown address, inside the frame. */
export function NotFound() {
  return (
    <>
      <PageHeader title="Page not found" />
      <Card>
        <EmptyState title="There is nothing at this address." icon={<Signpost aria-hidden />}>
          <p>
            It may have been moved, or mistyped. The menu leads to every page, and the dashboard to
            what is next.
          </p>
          <Link to="/" className={buttonStyle('primary')} data-print="hide">
            Return to Home
          </Link>
        </EmptyState>
      </Card>
    </>
  )
}
