import { mappingId } from '@portal/domain/ids'
import { usePortal } from '@portal/remote-kit/portal'
import { Link } from '@portal/remote-kit/router'
import { Banner } from '@portal/shared-ui/banner'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { PageHeader } from '@portal/shared-ui/page-header'
import { CircleCheck, Megaphone } from 'lucide-react'
import { governancePaths } from '../governance-paths.ts'
import { ResourceCards } from '../shared/resource-cards.tsx'
import { ResourceDialog, useOpenedResource } from '../shared/resource-dialog.tsx'
import { ResourcesPanel } from '../shared/resources-panel.tsx'
import type { Resource } from '../shared/resources.ts'
import { isNotFound, isOffline, governanceSentences } from '../shared/sentences.ts'
import { useMappings } from '../shared/use-mappings.ts'

import { communicationsRefresh } from '@portal/remote-kit/communications-refresh'
import { useEffect, useEffectEvent, useState } from 'react'

/** The specification's one resource that always opens outside the portal. */
const external = mappingId({ kind: 'communications', resourceType: 'break-fake-rules' })

export function Component() {
  const mappings = useMappings('communicationsMappings')
  const refreshed = useRefreshed(mappings.query.refetch)
  return (
    <>
      <PageHeader title="Communications Resources" />
      <div role="status">
        {refreshed && (
          <Banner kind="good" icon={<CircleCheck />}>
            {governanceSentences.communicationsUpdated}
          </Banner>
        )}
      </div>
      <ResourcesPanel
        mappings={mappings}
        kind="communications"
        failure={failureOf}
        noun={{ one: 'communications resource', many: 'communications resources' }}
      >
        {(resources) => <Resources resources={resources} />}
      </ResourcesPanel>
    </>
  )
}

function Resources({ resources }: { resources: Resource[] }) {
  const { opened, open, close } = useOpenedResource(resources)
  const { config, person } = usePortal()
  const { liaisonEmail } = config.foundation
  if (resources.length === 0) {
    return (
      <EmptyState title="No communications resources yet" icon={<Megaphone aria-hidden />}>
        {person.isAdmin ? (
          <p>
            Nothing has been added yet. You can{' '}
            <Link to={governancePaths.map('communications')}>add the first resource</Link>.
          </p>
        ) : (
          <p>
            Nothing has been added yet. Your <a href={`mailto:${liaisonEmail}`}>Board Liaison</a>{' '}
            adds resources here.
          </p>
        )}
      </EmptyState>
    )
  }
  return (
    <>
      <ResourceCards
        resources={resources}
        onOpen={open}
        externalUrl={({ id, mapping }) => (id === external ? mapping.embedUrl : undefined)}
      />
      <ResourceDialog resource={opened} onClose={close} size="full" />
    </>
  )
}

function failureOf(error: Error): string {
  if (isOffline(error)) return governanceSentences.offline
  return isNotFound(error)
    ? governanceSentences.communicationsNotFound
    : governanceSentences.communicationsFailed
}

/** How long the message is shown, in ms (specification, section 9). */
const shownFor = 3000

/**
 * True for a moment after a resource was changed in this browser, in this tab or another; refetches
 * then.
 */
function useRefreshed(refetch: () => Promise<unknown>): boolean {
  const [heard, setHeard] = useState(communicationsRefresh.isSet)

  const hear = useEffectEvent((event: StorageEvent) => {
    if (communicationsRefresh.isSetBy(event)) setHeard(true)
  })
  useEffect(() => {
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  }, [])

  const askAnew = useEffectEvent(() => void refetch())
  useEffect(() => {
    if (!heard) return
    communicationsRefresh.drop()
    askAnew()
    const timer = setTimeout(() => setHeard(false), shownFor)
    return () => clearTimeout(timer)
  }, [heard])
  return heard
}
