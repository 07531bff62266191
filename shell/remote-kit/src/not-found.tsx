import { buttonStyle } from '@portal/shared-ui/button'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Link } from './router.ts'

/** The page for an unknown address, inside the frame. */
export function NotFound() {
  return (
    <>
      <PageHeader
        title="Page not found"
        subtitle="There is nothing at this address. It may have been moved, or mistyped."
      />
      <Link to="/" className={buttonStyle('primary')}>
        Return to Home
      </Link>
    </>
  )
}
