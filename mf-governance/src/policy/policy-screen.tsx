import { mappingId } from '@portal/domain/ids'
import { slotName } from '@portal/domain/slot-names'
import { NotFound } from '@portal/remote-kit/not-found'
import { usePortal } from '@portal/remote-kit/portal'
import { mappingsQuery } from '@portal/remote-kit/queries/mappings'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { QueryStatus } from '@portal/remote-kit/query-status'
import { Link, useParams } from '@portal/remote-kit/router'
import { Banner } from '@portal/shared-ui/banner'
import { buttonStyle } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { PageHeader } from '@portal/shared-ui/page-header'
import { ArrowLeft, CircleAlert, FileText } from 'lucide-react'
import { governancePaths } from '../governance-paths.ts'
import { type Resource, resourceIn } from '../shared/resources.ts'
import { mappingsFailure, governanceSentences } from '../shared/sentences.ts'
import { type PolicyPage, policyPageOf } from './policy-pages.ts'
import styles from './policy-screen.module.css'

/** A policy's own page: what it is about, and a link to its document. */
export function Component() {
  const page = policyPageOf(useParams()['policyType'])
  return page ? <Policy page={page} /> : <NotFound />
}

function Policy({ page }: { page: PolicyPage }) {
  const { call } = usePortal()
  const mappings = useQuery(mappingsQuery(call))
  const policy = mappings.data && resourceIn(mappings.data, page.slot)
  return (
    <>
      <PageHeader
        title={slotName(page.slot)}
        back={
          <Link to={governancePaths.governance}>
            <ArrowLeft aria-hidden /> Governance & Policies
          </Link>
        }
        actions={
          mappings.isPending ? (
            <span className={`${buttonStyle('primary')} ${styles.awaited}`} aria-hidden>
              <DocumentFace />
            </span>
          ) : (
            policy && (
              <Link
                to={governancePaths.resource(mappingId(page.slot))}
                className={buttonStyle('primary')}
              >
                <DocumentFace />
              </Link>
            )
          )
        }
      />
      <Card className={styles.about}>
        <p>{page.about}</p>
      </Card>
      <QueryStatus
        query={mappings}
        loading="Looking for the document"
        loaded={() => (policy ? '' : governanceSentences.documentUnavailable(slotName(page.slot)))}
      />
      <QueryPanel query={mappings} failure={mappingsFailure} skeleton={null}>
        {() => <Availability page={page} policy={policy} />}
      </QueryPanel>
    </>
  )
}

function DocumentFace() {
  return (
    <>
      <FileText aria-hidden /> Open document
    </>
  )
}

function Availability({ page, policy }: { page: PolicyPage; policy: Resource | undefined }) {
  if (policy) return null
  return (
    <div className={styles.notice}>
      <Banner kind="warn" icon={<CircleAlert aria-hidden />}>
        {governanceSentences.documentUnavailable(slotName(page.slot))}
      </Banner>
    </div>
  )
}
