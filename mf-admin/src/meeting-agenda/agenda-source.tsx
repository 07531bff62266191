import { isApiError } from '@portal/contract/client'
import { resourceMapping } from '@portal/contract/mappings'
import type { Quarter } from '@portal/contract/quarter'
import { mappingId } from '@portal/contract/slots'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { Link } from '@portal/remote-kit/router'
import { Button } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { Segmented } from '@portal/shared-ui/segmented'
import { FileText, ListOrdered, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useRightsEnd } from '../admin-queries.ts'
import { useSetAgendaSource } from '../agenda-queries.ts'
import { quarterName, sentences } from '../agenda-sentences.ts'
import { mappingsQuery, useKeepMapping } from '../mapping-queries.ts'
import { toldSentence } from '../told-sentence.ts'
import styles from './agenda-source.module.css'

type Mode = 'drive' | 'native'

const sources = [
  { value: 'drive' as const, label: 'Google Drive document', icon: <FileText /> },
  { value: 'native' as const, label: 'Native agenda', icon: <ListOrdered /> },
]

/** Where members find the quarter's agenda; a choice is saved at once. */
export function AgendaSource({ quarter }: { quarter: Quarter }) {
  const { call, toast } = usePortal()
  const mappings = useQuery(mappingsQuery(call))
  const keep = useKeepMapping()
  const source = useSetAgendaSource()
  const endRights = useRightsEnd()
  const [problem, setProblem] = useState<string>()
  const mapping =
    mappings.data?.[mappingId({ kind: 'meeting', ...quarter, materialType: 'agenda' })]
  const stored: Mode = mapping?.mode === 'native' ? 'native' : 'drive'
  const shown = source.isPending ? source.variables.mode : stored

  const choose = async (mode: Mode) => {
    if (source.isPending || mode === stored) return
    setProblem(undefined)
    try {
      await source.mutateAsync({ quarter, mode, revision: mapping?.revision })
      toast(sentences.sourceSaved, { kind: 'good', duration: 2000 })
    } catch (error) {
      if (endRights(error)) return
      toast(sentences.sourceFailed, { kind: 'bad', duration: 2000 })
      const told = isApiError(error) ? resourceMapping.safeParse(error.current).data : undefined
      if (told) keep(told)
      setProblem(told ? changedMeanwhile : (toldSentence(error) ?? sentences.modeFailed))
    }
  }

  return (
    <Card as="section" aria-labelledby="agenda-source" className={styles.card}>
      <h2 id="agenda-source" className={styles.title}>
        Agenda Source
      </h2>
      <Segmented
        label="Agenda Source"
        value={shown}
        onChange={(mode) => void choose(mode)}
        options={sources}
        disabled={mappings.isPending}
      />
      <p className={styles.note}>
        {shown === 'native' ? (
          <>Members of {quarterName(quarter)} see the agenda below, once it is published.</>
        ) : (
          <>
            {mapping?.document
              ? `Members see the document “${mapping.document.name}”, not a native agenda. Change it in `
              : 'No document is mapped yet. Choose one in '}
            <Link
              to={`/admin/meetings/resource-mappings?year=${quarter.year}&quarter=${quarter.quarter}`}
            >
              Resource Mappings
            </Link>
          </>
        )}
      </p>
      {mappings.error && !mappings.data && (
        <p role="alert" className={styles.problem}>
          The agenda source could not be read, so the drive is shown.{' '}
          <Button
            icon={<RefreshCw />}
            busy={mappings.isFetching}
            onClick={() => void mappings.refetch()}
          >
            Try Again
          </Button>
        </p>
      )}
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </Card>
  )
}

const changedMeanwhile =
  'Someone else has changed the agenda source meanwhile. It is shown as it is now: choose again if you want another.'
