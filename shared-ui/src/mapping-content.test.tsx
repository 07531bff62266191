import type { ResourceMapping } from '@portal/contract/mappings'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
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

describe('the content of a slot', () => {
  it('shows the native agenda rather than an embed', () => {
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

  it('shows the embed rather than a document', () => {
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

  it('marks a draft, unless its title does', () => {
    const draft = { ...mapping, embedUrl, draft: true }
    const view = render(<MappingContent mapping={draft} title="Data" embedHosts={hosts} />)
    screen.getByText('Draft – members don’t see this yet')
    view.rerender(<MappingContent mapping={draft} title="Draft: Data" embedHosts={hosts} />)
    expect(screen.queryByText('Draft – members don’t see this yet')).toBeNull()
  })

  it('shows an error without an embed and a document', () => {
    render(<MappingContent mapping={mapping} title="Data" embedHosts={hosts} />)
    expect(screen.getByText('No document found')).toBeDefined()
  })
})

describe('an embed', () => {
  it('shows an error without a URL', () => {
    render(<EmbedFrame url="" title="Data" embedType="airtable" embedHosts={hosts} />)
    expect(screen.getByText('No Embed URL')).toBeDefined()
  })

  const frame = () => screen.getByTitle<HTMLIFrameElement>('Data')
  const late = 'Failed to load embedded content'
  const openFrame = () =>
    render(<EmbedFrame url={embedUrl} title="Data" embedType="airtable" embedHosts={hosts} />)

  it('shows an allowed host in a frame that can’t navigate the portal away', () => {
    openFrame()
    expect(frame().src).toBe(embedUrl)
    const allowed = frame().getAttribute('sandbox')!.split(' ')
    expect(allowed).toContain('allow-scripts')
    expect(allowed.filter((name) => name.startsWith('allow-top-navigation'))).toEqual([])
    expect(screen.getByRole('link', { name: 'Open in New Tab' })).toHaveProperty('href', embedUrl)
  })

  it('reports a late embed after a timeout, with a link and a retry', async () => {
    vi.useFakeTimers()
    openFrame()
    await act(() => vi.advanceTimersByTimeAsync(9_900))
    expect(screen.queryByText(late)).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(screen.getByText(late)).toBeDefined()
    const out = screen.getByRole('link', { name: 'Open in New Tab' })
    expect(out).toMatchObject({ href: embedUrl, target: '_blank', rel: 'noopener noreferrer' })

    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(screen.queryByText(late)).toBeNull()
    fireEvent.load(frame())
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(screen.queryByText(late)).toBeNull()
  })

  it('reports a failure at once while the reader is offline, and shows the page on a retry', () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    openFrame()
    // The browser's own page about the failure.
    fireEvent.load(frame())
    expect(screen.getByText(late)).toBeDefined()
    online.mockReturnValue(true)
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    fireEvent.load(frame())
    expect(screen.queryByText(late)).toBeNull()
  })

  it('reports an embed that the portal’s policy blocks, as after a redirect to another host', () => {
    openFrame()
    const violation = (effectiveDirective: string, blockedURI: string) =>
      fireEvent(
        document,
        Object.assign(new Event('securitypolicyviolation'), { effectiveDirective, blockedURI }),
      )
    violation('img-src', embedUrl)
    violation('frame-src', 'https://elsewhere.example/')
    expect(screen.queryByText(late)).toBeNull()
    violation('frame-src', 'https://airtable.com')
    fireEvent.load(frame())
    expect(screen.getByText(late)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Open in New Tab' })).toHaveProperty('href', embedUrl)
  })

  it('shows an embed that arrives after it was reported as late', async () => {
    vi.useFakeTimers()
    openFrame()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(screen.getByText(late)).toBeDefined()
    fireEvent.load(frame())
    expect(screen.queryByText(late)).toBeNull()
  })
})
