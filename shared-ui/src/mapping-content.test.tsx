import type { ResourceMapping } from '@portal/contract/mappings'
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { EmbedFrame } from './embed-frame.tsx'
import { MappingContent } from './mapping-content.tsx'

const mapping: ResourceMapping = {
  id: 'meeting-2026-q3-airtable-data',
  active: true,
  updatedAt: '2026-09-01T00:00:00.000Z',
  revision: 1,
}
const hosts = ['airtable.com']
const embedUrl = 'https://airtable.com/embed/a'

describe('what stands in a slot', () => {
  it('is the native agenda before an embed', () => {
    render(
      <MappingContent
        mapping={{ ...mapping, mode: 'native', embedUrl }}
        title="Agenda"
        embedHosts={[]}
        native={<p>Native agenda</p>}
      />,
    )
    expect(screen.getByText('Native agenda')).toBeDefined()
  })

  it('is the embed before a document', () => {
    render(
      <MappingContent
        mapping={{ ...mapping, embedUrl, embedType: 'external', documentId: 'd1' }}
        title="Data"
        embedHosts={hosts}
      />,
    )
    const link = screen.getByRole('link', { name: 'Open External Link' })
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toContain('noopener')
  })

  it('is nothing without embed and document', () => {
    render(<MappingContent mapping={mapping} title="Data" embedHosts={hosts} />)
    expect(screen.getByText('No document found')).toBeDefined()
  })
})

describe('an embed', () => {
  it('without an address says so', () => {
    render(<EmbedFrame url="" title="Data" embedType="airtable" embedHosts={hosts} />)
    expect(screen.getByText('No Embed URL')).toBeDefined()
  })
})
