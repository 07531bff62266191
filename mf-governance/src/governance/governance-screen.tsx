import { usePortal } from '@portal/remote-kit/portal'
import { Link } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { PageHeader } from '@portal/shared-ui/page-header'
import { FolderOpen, Landmark } from 'lucide-react'
import { governancePaths } from '../governance-paths.ts'
import { ResourceCards } from '../shared/resource-cards.tsx'
import { ResourceDialog, useOpenedResource } from '../shared/resource-dialog.tsx'
import { ResourcesPanel } from '../shared/resources-panel.tsx'
import type { Resource } from '../shared/resources.ts'
import { governanceSentences } from '../shared/sentences.ts'
import { useMappings } from '../shared/use-mappings.ts'

export function Component() {
  const mappings = useMappings('governanceMappings')
  return (
    <>
      <PageHeader
        title="Governance & Policies"
        actions={
          <Link to={governancePaths.documents} className={buttonStyle('secondary')}>
            <FolderOpen aria-hidden /> All documents
          </Link>
        }
      />
      <ResourcesPanel
        mappings={mappings}
        kind="governance"
        failure={governanceSentences.governanceFailed}
        noun={{ one: 'governance document', many: 'governance documents' }}
      >
        {(policies) => <Policies policies={policies} />}
      </ResourcesPanel>
    </>
  )
}

function Policies({ policies }: { policies: Resource[] }) {
  const { opened, open, close } = useOpenedResource(policies)
  const { config, person } = usePortal()
  const { liaisonEmail } = config.foundation
  if (policies.length === 0) {
    return (
      <EmptyState title="No governance documents yet" icon={<Landmark aria-hidden />}>
        {person.isAdmin ? (
          <p>
            No policy has been added yet. You can{' '}
            <Link to={governancePaths.map('governance')}>add the first one</Link>.
          </p>
        ) : (
          <p>
            No policy has been added yet. Your <a href={`mailto:${liaisonEmail}`}>Board Liaison</a>{' '}
            adds them here.
          </p>
        )}
      </EmptyState>
    )
  }
  return (
    <>
      <ResourceCards resources={policies} onOpen={open} />
      <ResourceDialog resource={opened} onClose={close} size="full" />
    </>
  )
}
