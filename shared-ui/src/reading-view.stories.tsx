import { ChevronLeft, ChevronRight } from 'lucide-react'
import { samplePaper } from '../stories/page.tsx'
import { buttonStyle } from './button.tsx'
import { DocumentViewer } from './document-viewer.tsx'
import { ReadingView } from './reading-view.tsx'

export const showsOneStory = true

const back = (
  <a href="#list" className={buttonStyle('quiet')}>
    <ChevronLeft aria-hidden /> Q4 2026
  </a>
)
const next = (
  <a
    href="#next"
    className={buttonStyle('quiet', { iconOnly: true })}
    aria-label="Next: Operating Plan"
  >
    <ChevronRight aria-hidden />
  </a>
)

export function Paper() {
  return (
    <ReadingView
      paper="paper"
      title={samplePaper.name}
      back={back}
      position="3 of 13"
      neighbours={next}
      onSearch={() => undefined}
      list={{ kind: 'papers', title: 'Q4 2026 papers', content: <p>The papers of the quarter.</p> }}
    >
      <DocumentViewer document={samplePaper} height="100%" flush />
    </ReadingView>
  )
}

export function WithoutList() {
  return (
    <ReadingView paper="alone" title="A paper with a very long name that doesn’t fit" back={back}>
      <DocumentViewer document={samplePaper} height="100%" flush />
    </ReadingView>
  )
}

export function ForAnAgendaItem() {
  return (
    <ReadingView
      paper="paper"
      title={samplePaper.name}
      about="9:15 AM · 3. Budget vs Actual, and what it means for the reserve"
      back={back}
      position="3 of 13"
      neighbours={next}
    >
      <DocumentViewer document={samplePaper} height="100%" flush />
    </ReadingView>
  )
}

export function InAMeeting() {
  const agenda = { kind: 'agenda', title: 'Agenda', content: <p>The items.</p> } as const
  return (
    <ReadingView
      paper="meeting"
      title="Q4 2026 Board Meeting"
      back={back}
      position="3 of 10"
      neighbours={next}
      list={agenda}
    >
      <DocumentViewer document={samplePaper} height="100%" flush />
    </ReadingView>
  )
}
