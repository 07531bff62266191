import { mappingId } from '@portal/domain/ids'
import { slotName, type Slot } from '@portal/domain/slot-names'
import { NotFound } from '@portal/remote-kit/not-found'
import { usePortal } from '@portal/remote-kit/portal'
import { latestMappingsQuery } from '@portal/remote-kit/queries/mappings'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link, useParams } from '@portal/remote-kit/router'
import { Banner } from '@portal/shared-ui/banner'
import { buttonStyle } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { PageHeader } from '@portal/shared-ui/page-header'
import { ArrowLeft, BookOpenText, CircleAlert, FileText } from 'lucide-react'
import { governancePaths } from '../governance-paths.ts'
import { factsOf, type Resource, resourceIn, updatedText } from '../shared/resources.ts'
import { mappingsFailure, governanceSentences } from '../shared/sentences.ts'
import styles from './policy-screen.module.css'

/** A policy's own page: what it is about, and a link to its document. */
export function Component() {
  const page = policyPageOf(useParams()['policyType'])
  return page ? <Policy page={page} /> : <NotFound />
}

function Policy({ page }: { page: PolicyPage }) {
  const { call } = usePortal()
  const mappings = useQuery(latestMappingsQuery(call))
  const policy = mappings.data && resourceIn(mappings.data, page.slot)
  if (mappings.data?.[mappingId(page.slot)]?.setAside) return <NotFound />
  return (
    <>
      <PageHeader
        title={slotName(page.slot)}
        back={
          <Link to={governancePaths.governance}>
            <ArrowLeft aria-hidden /> Governance & Policies
          </Link>
        }
      />
      <Card flush className={styles.page}>
        <span className={styles.picture} aria-hidden>
          <BookOpenText />
        </span>
        <div className={styles.words}>
          <p>{page.about}</p>
          <QueryPanel query={mappings} failure={mappingsFailure} skeleton={<AwaitedDocument />}>
            {() => policy && <PolicyDocument policy={policy} />}
          </QueryPanel>
          <div role="status">{mappings.data && !policy && <NoDocument page={page} />}</div>
        </div>
      </Card>
    </>
  )
}

function PolicyDocument({ policy }: { policy: Resource }) {
  const { timeZone } = usePortal().config.foundation
  const facts = [factsOf(policy), updatedText(policy, timeZone)]
  return (
    <>
      <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>
      <Link
        to={governancePaths.resource(policy.id)}
        className={buttonStyle('primary')}
        data-print="hide"
      >
        <FileText aria-hidden /> Open document
      </Link>
    </>
  )
}

/** Reserves the place of the document's facts and link. */
function AwaitedDocument() {
  return <div className={styles.awaited} />
}

function NoDocument({ page }: { page: PolicyPage }) {
  return (
    <Banner kind="warn" icon={<CircleAlert aria-hidden />}>
      {governanceSentences.documentUnavailable(slotName(page.slot))}
    </Banner>
  )
}

/** A page from the specification that represents a policy's document. */
type PolicyPage = { about: string; slot: Slot }

const pages: Record<string, PolicyPage> = {
  'travel-expense-policy': {
    about:
      'This page is about how the foundation pays for travel and expenses. The rules are in the policy’s document.',
    slot: { kind: 'governance', policyType: 'travel-expense-policy' },
  },
  'charitable-contributions': {
    about:
      'This page is about the foundation’s policy on charitable contributions. The policy itself is a document.',
    slot: { kind: 'governance', policyType: 'charitable-contributions' },
  },
}

function policyPageOf(type: string | undefined): PolicyPage | undefined {
  return type !== undefined && Object.hasOwn(pages, type) ? pages[type] : undefined
}
