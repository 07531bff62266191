import { isolated } from '@portal/domain/shown-text'
import type { BoardDocument } from '@portal/contract/documents'
import { usePortal } from '@portal/remote-kit/portal'
import { documentQuery } from '@portal/remote-kit/queries/documents'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Dialog } from '@portal/shared-ui/dialog'
import { paperKindOf } from '@portal/shared-ui/paper-kind'
import { PaperPicture } from '@portal/shared-ui/paper-picture'
import { ProgressBar } from '@portal/shared-ui/progress-bar'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { useState } from 'react'
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx'
import { fileRefusal, uploadFailure } from '../../shared/uploads/upload-failure.ts'
import { FilePick } from '../../shared/uploads/file-pick.tsx'
import {
  type FileToStore,
  newFileToStore,
  useSendFile,
} from '../../shared/uploads/use-send-file.ts'
import { useAct } from '../../shared/use-act.ts'
import { goodToast } from '../mappings-sentences.ts'
import styles from './replace-dialog.module.css'
import { versionFacts } from './version-words.ts'
import { versionsKey } from './version-queries.ts'

type Paper = { id: string; name: string }

type ReplaceDialogProps = { paper: Paper; onClose: () => void }

/** Replaces the file of an uploaded paper, which keeps its slots and its earlier versions. */
export function ReplaceDialog({ paper, onClose }: ReplaceDialogProps) {
  const { call } = usePortal()
  const document = useQuery(documentQuery(call, paper.id))
  if (document.data?.source === 'upload') {
    return <ReplaceForm document={document.data} onClose={onClose} />
  }
  return (
    <Dialog open title={titleOf(paper)} size="small" onClose={onClose}>
      <QueryPanel
        query={document}
        failure="Failed to load the paper"
        skeleton={<Skeleton lines={3} label="Loading the paper" />}
      >
        {({ name, drive_url: url }) => (
          <p>
            “{isolated(name)}” comes from the drive. Replace its file there, then press Sync.
            {url !== undefined && (
              <>
                {' '}
                <a href={url} target="_blank" rel="noopener noreferrer">
                  Open it in the drive
                </a>
              </>
            )}
          </p>
        )}
      </QueryPanel>
    </Dialog>
  )
}

function ReplaceForm({ document, onClose }: { document: BoardDocument; onClose: () => void }) {
  const { config, toast } = usePortal()
  const { sending: replace, sent } = useSendFile({
    replaces: document.id,
    stale: [versionsKey(document.id)],
  })
  const [picked, setPicked] = useState<FileToStore>()
  const replacement = useAct(replace, {
    done: ({ outcome, document: after }): void => {
      if (outcome === 'same') {
        return replacement.refuse(
          `“${isolated(name)}” has exactly this file already, so nothing was changed.`,
        )
      }
      toast(`Version ${after.version} of ${isolated(name)} is what members read now`, goodToast)
      onClose()
    },
    failure: (error, { file }) => uploadFailure(error, file.name).sentence,
  })
  const { name, version = 1, first_page: firstPage } = document
  const unusable = picked && fileRefusal(picked.file)

  return (
    <FormDialog
      title={titleOf(document)}
      verb="Replace file"
      unsaved={replace.isPending}
      lost="The file has not been stored yet. Its upload ends if you continue."
      busy={replace.isPending}
      disabled={!picked || unusable !== undefined}
      refused={unusable ?? replacement.refused}
      onSubmit={() => {
        if (picked) void replacement.act(picked)
      }}
      onClose={onClose}
    >
      <section aria-labelledby="replaced-file" className={styles.replaced}>
        <PaperPicture
          firstPage={firstPage}
          kind={paperKindOf({ mimeType: document.mime_type, condition: document.condition })}
          size="small"
        />
        <div className={styles.words}>
          <h3 id="replaced-file" className={styles.title}>
            Replaces version {version}
          </h3>
          <p className={styles.fact}>{versionFacts(document, config.foundation.timeZone)}</p>
        </div>
      </section>
      <p>
        Members read the new file as version {version + 1} as soon as it is stored, wherever this
        paper is mapped. Version {version} stays in the list of versions.
      </p>
      <FilePick
        isBusy={replace.isPending}
        picked={picked?.file}
        onPick={(file) => {
          setPicked(newFileToStore(file))
          replacement.refuse(undefined)
        }}
      />
      {replace.isPending && (
        <ProgressBar label={`Uploading ${isolated(picked?.file.name)}`} value={sent} />
      )}
    </FormDialog>
  )
}

function titleOf({ name }: Pick<Paper, 'name'>): string {
  return `Replace the file of ${isolated(name)}`
}
