import { NotFound } from '@portal/remote-kit/not-found'
import { usePortal } from '@portal/remote-kit/portal'
import { documentQuery } from '@portal/remote-kit/queries/documents'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { buttonStyle } from '@portal/shared-ui/button'
import { DocumentViewer } from '@portal/shared-ui/document-viewer'
import { EmbedFrame } from '@portal/shared-ui/embed-frame'
import { ReadingView } from '@portal/shared-ui/reading-view'
import { ArrowLeft } from 'lucide-react'
import { Link, useParams } from 'react-router-dom'
import { invitedPath, meetingIn } from './invited-paths.ts'
import { ownMeetingsQuery } from './own-meetings-query.ts'

/** A paper of a meeting, or the page in its place, without notes: nothing of its reading is kept. */
export function Component() {
  const { call, config } = usePortal()
  const params = useParams()
  const { paper: id = '' } = params
  const meeting = meetingIn(params)
  const meetings = useQuery(ownMeetingsQuery(call))
  const known = meetings.data?.find((each) => each.id === meeting)
  const embed = [known, ...(known?.items ?? [])]
    .flatMap((place) => place?.embeds ?? [])
    .find((each) => each.id === id)
  const paper = useQuery({
    ...documentQuery(call, id),
    enabled: !meetings.isPending && embed === undefined,
  })
  const named = [...(known?.papers ?? []), ...(known?.items ?? []).flatMap((item) => item.papers)]
  const name =
    named.find((each) => each.id === id)?.name ?? embed?.name ?? paper.data?.name ?? 'Paper'
  if (meetings.data && !known) return <NotFound />
  return (
    <ReadingView
      paper={id}
      title={name}
      back={
        <Link to={invitedPath(meeting)} className={buttonStyle('quiet')}>
          <ArrowLeft aria-hidden /> <span>{known?.title ?? 'Back'}</span>
        </Link>
      }
    >
      {embed ? (
        <EmbedFrame
          url={embed.url}
          title={name}
          embedType={embed.type}
          embedHosts={config.embedHosts}
        />
      ) : (
        <QueryPanel query={paper} failure="Failed to load the paper">
          {({ mime_type: mimeType, condition }) => (
            <DocumentViewer document={{ id, name, mimeType, condition }} height="100%" flush />
          )}
        </QueryPanel>
      )}
    </ReadingView>
  )
}
