import type { ResourceMapping } from '@portal/contract/mappings'
import { useState } from 'react'
import { samplePaper } from '../stories/page.tsx'
import { Button } from './button.tsx'
import { MappingContent, MappingDialog } from './mapping-content.tsx'

export const showsOneStory = true

const mapping: ResourceMapping = {
  id: 'meeting-2026-q3-cash-flow',
  active: true,
  updatedAt: '2026-09-01T00:00:00.000Z',
  revision: 1,
}
const paper = { ...mapping, documentId: samplePaper.id, mimeType: samplePaper.mimeType }
const title = 'Cash Flow Summary'

export function Document() {
  return <MappingContent mapping={paper} title={title} embedHosts={[]} height="30rem" />
}

export function Embed() {
  const embed = { ...mapping, embedUrl: 'https://tables.larkspur.example/grants' }
  return <MappingContent mapping={embed} title="Grants" embedHosts={[]} height="22rem" />
}

export function NativeAgenda() {
  return (
    <MappingContent
      mapping={{ ...mapping, mode: 'native' }}
      title="Agenda"
      embedHosts={[]}
      native={<p>The agenda that staff wrote in the portal</p>}
    />
  )
}

export function Empty() {
  return <MappingContent mapping={mapping} title={title} embedHosts={[]} />
}

export function InADialog() {
  const [open, setOpen] = useState(true)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <MappingDialog
        open={open}
        onClose={() => setOpen(false)}
        size="large"
        mapping={paper}
        title={title}
        embedHosts={[]}
      />
    </>
  )
}
