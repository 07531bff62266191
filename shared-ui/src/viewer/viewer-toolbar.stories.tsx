import { sampleReading } from '../../stories/sample-reading.ts'
import { type SidePanel, ViewerToolbar } from './viewer-toolbar.tsx'

/** Each is a toolbar of the same name, as on a page with one viewer. */
export const showsOneStory = true

export function Wide() {
  return <Toolbar />
}

/** Tools without room are under More. */
export function Narrow() {
  return (
    <div style={{ inlineSize: '22rem', maxInlineSize: '100%' }}>
      <Toolbar />
    </div>
  )
}

export function WithPanel() {
  return <Toolbar panel="contents" />
}

export function FullScreen() {
  return <Toolbar full />
}

const press = () => undefined
const reading = sampleReading({ page: 12, pages: 84 })

function Toolbar({ panel, full = false }: { panel?: SidePanel; full?: boolean }) {
  return (
    <ViewerToolbar
      reading={reading}
      state={reading.state()}
      panel={panel}
      searching={false}
      full={full}
      onPanel={press}
      onSearch={press}
      onFull={press}
      onPrint={press}
      onDownload={press}
      onKeys={press}
    />
  )
}
