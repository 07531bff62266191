import type { BoardDocument, DocumentFolders as Folders } from '@portal/contract/documents'
import { paperProblemOf, paperProblemSentences } from '@portal/domain/paper-problem'
import { usePortal } from '@portal/remote-kit/portal'
import { Card } from '@portal/shared-ui/card'
import { paperFacts, paperKindOf } from '@portal/shared-ui/paper-kind'
import { PaperPicture } from '@portal/shared-ui/paper-picture'
import { dateText } from '../shared/resources.ts'
import styles from './documents-screen.module.css'
import { PaperRow } from './paper-row.tsx'

export function DocumentFolders({ folders }: Pick<Folders, 'folders'>) {
  const { timeZone } = usePortal().config.foundation
  return folders.map(({ folder, documents: inside }) => (
    <section key={folder} className={styles.folder}>
      <h2 className={styles.name}>{folder.replaceAll('/', ' › ') || 'Documents'}</h2>
      <Card flush>
        <ul className={styles.list}>
          {inside.map((document) => (
            <DocumentRow key={document.id} document={document} timeZone={timeZone} />
          ))}
        </ul>
      </Card>
    </section>
  ))
}

function DocumentRow({ document, timeZone }: { document: BoardDocument; timeZone: string }) {
  const { mime_type: mimeType, condition } = document
  const kind = paperKindOf({ mimeType, condition })
  const problem = paperProblemOf(document)
  const facts = problem
    ? paperProblemSentences[problem]
    : `${paperFacts(kind, document.pages)} · Updated ${dateText(document.modified_time, timeZone)}`
  return (
    <li>
      <PaperRow id={document.id} problem={problem}>
        <PaperPicture kind={kind} firstPage={document.first_page} size="small" />
        <span>
          <b>{document.title}</b>
          <span className={styles.facts}>{facts}</span>
        </span>
      </PaperRow>
    </li>
  )
}
