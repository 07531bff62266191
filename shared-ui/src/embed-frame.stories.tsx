import { EmbedFrame } from './embed-frame.tsx'

const url = 'https://tables.larkspur.example/grants'
const place = { blockSize: '22rem' }

/** The example’s host does not exist: the frame shows the browser’s own error page. */
export function Framed() {
  return (
    <div style={place}>
      <EmbedFrame
        url={url}
        title="Grants of the quarter"
        embedType="airtable"
        embedHosts={['larkspur.example']}
      />
    </div>
  )
}

export function HostNotAllowed() {
  return <EmbedFrame url={url} title="Grants of the quarter" embedType="airtable" embedHosts={[]} />
}

export function NoAddress() {
  return <EmbedFrame url={undefined} title="Grants" embedType="external" embedHosts={[]} />
}
