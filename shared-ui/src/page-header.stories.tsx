import { Button } from './button.tsx'
import { PageHeader } from './page-header.tsx'

/** The heading has the page’s only id, so each of these has a page of its own. */
export const showsOneStory = true

export function TitleAlone() {
  return <PageHeader title="Calendar" />
}

export function WithEverything() {
  return (
    <PageHeader
      title="Meeting materials"
      back={<a href="#page-header">All meetings</a>}
      subtitle="Third quarter of 2026"
      actions={<Button variant="primary">Join Meeting</Button>}
    />
  )
}

export function LongText() {
  return (
    <PageHeader
      title="Report of the Governance and Nominating Committee on the composition of the board"
      back={<a href="#page-header">Meeting materials of the third quarter</a>}
      subtitle="Thursday, September 17, 9:00 AM to 12:30 PM, in the Redwood Room and by video"
      actions={
        <>
          <Button>Download the board book</Button>
          <Button variant="primary">Join Meeting</Button>
        </>
      }
    />
  )
}
