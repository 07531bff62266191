import type { BoardDocument } from '@portal/contract/documents'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link } from '@portal/remote-kit/router'
import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { ArrowLeft, FileText, FolderOpen } from 'lucide-react'
import { documentsQuery } from '../documents-queries.ts'
import { governancePaths } from '../governance-paths.ts'
import { dateText } from '../resources.ts'
import styles from './documents-screen.module.css'
import { byFolder } from './folders.ts'

export function Component() {
  const { call, config } = usePortal()
  const documents = useQuery(documentsQuery(call))
  return (
    <>
      <PageHeader
        title="Documents"
        back={
          <Link to="/governance" className={styles.back}>
            <ArrowLeft aria-hidden /> Governance & Policies
          </Link>
        }
      />
      <QueryPanel
        query={documents}
        failure="Failed to fetch documents"
        skeleton={<Skeleton height="28rem" label="Loading documents" />}
      >
        {(all) =>
          all.length === 0 ? (
            <EmptyState title="No documents yet" icon={<FolderOpen aria-hidden />}>
              <p>Documents show here once your Board Liaison has synced the drive.</p>
            </EmptyState>
          ) : (
            byFolder(all).map(({ folder, documents }) => (
              <section key={folder} className={styles.folder}>
                <h2 className={styles.name}>{folder.replaceAll('/', ' › ') || 'Documents'}</h2>
                <Card flush>
                  <ul className={styles.list}>
                    {documents.map((document) => (
                      <DocumentRow
                        key={document.id}
                        document={document}
                        timeZone={config.foundation.timeZone}
                      />
                    ))}
                  </ul>
                </Card>
              </section>
            ))
          )
        }
      </QueryPanel>
    </>
  )
}

function DocumentRow({ document, timeZone }: { document: BoardDocument; timeZone: string }) {
  const pages = document.pages
  const facts = [
    pages !== undefined && `${pages} ${pages === 1 ? 'page' : 'pages'}`,
    `Updated ${dateText(document.modified_time, timeZone)}`,
  ]
  return (
    <li>
      <Link to={governancePaths.resource(document.id)} className={styles.row}>
        <FileText aria-hidden />
        <span>
          <b>{document.name}</b>
          <span className={styles.facts}>{facts.filter(Boolean).join(' · ')}</span>
        </span>
      </Link>
    </li>
  )
}
