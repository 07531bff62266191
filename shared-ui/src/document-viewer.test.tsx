import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DocumentViewer } from './document-viewer.tsx'

const paper = { id: 'budget', name: 'Budget vs Actual.pdf', mimeType: 'application/pdf' }
let status = 200

beforeEach(() => {
  const answer = async () => new Response(null, { status, headers: { 'x-request-id': 'req-7' } })
  vi.stubGlobal('fetch', answer)
})

describe('a document that can’t be shown', () => {
  it('shows an error if it has no id', () => {
    render(<DocumentViewer document={{ ...paper, id: '' }} />)
    expect(screen.getByText('No document ID provided')).toBeDefined()
  })

  it('names a document that was not found', async () => {
    status = 404
    render(<DocumentViewer document={paper} />)
    expect(await screen.findByText('Document not found: budget')).toBeDefined()
    expect(screen.getByText('Error Loading Document')).toBeDefined()
    expect(screen.getByText('req-7')).toBeDefined()
  })

  it.each([
    [404, 1],
    [403, 1],
    [500, 0],
  ])('tells the page of a refusal, with status %i: %i times', async (answered, times) => {
    status = answered
    const onRefused = vi.fn()
    render(<DocumentViewer document={paper} onRefused={onRefused} />)
    await screen.findByText('Error Loading Document')
    expect(onRefused).toHaveBeenCalledTimes(times)
  })

  it('reports that the portal’s stored file is damaged, and offers the drive’s preview but no download', async () => {
    status = 409
    const { unmount } = render(<DocumentViewer document={paper} />)
    expect(await screen.findByText(/^The portal’s copy of this document is damaged/)).toBeDefined()
    expect(screen.getByText('req-7')).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Try Alternative Viewer' })).toBeNull()
    unmount()
    const webViewLink = 'https://drive.google.com/file/d/1/view'
    render(<DocumentViewer document={{ ...paper, webViewLink }} />)
    const other = await screen.findByRole('link', { name: 'Try Alternative Viewer' })
    expect(other.getAttribute('href')).toBe(webViewLink)
  })

  it('shows the status, the reference and alternatives if the server refuses it', async () => {
    status = 500
    const webViewLink = 'https://drive.google.com/file/d/1/view'
    render(<DocumentViewer document={{ ...paper, webViewLink }} />)
    expect(await screen.findByText('Failed to load PDF: 500')).toBeDefined()
    expect(screen.getByText('req-7')).toBeDefined()
    const other = screen.getByRole('link', { name: 'Try Alternative Viewer' })
    expect(other.getAttribute('href')).toBe(webViewLink)
    expect(other.getAttribute('rel')).toContain('noopener')
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeDefined()
  })

  it('offers the file itself if the drive has no safe preview', async () => {
    status = 500
    render(<DocumentViewer document={{ ...paper, webViewLink: 'javascript:alert(1)' }} />)
    const other = await screen.findByRole('link', { name: 'Try Alternative Viewer' })
    expect(other.getAttribute('href')).toBe('/api/documents/budget/content')
  })

  it('names a file with its own address, and offers it there', async () => {
    const content = '/api/meetings/2026/4/book/b00c/file'
    const file = { content, opening: `${content}?part=opening` }
    const book = { ...paper, id: 'b00c', name: 'Q4 2026 board book.pdf', file }
    status = 404
    const { unmount } = render(<DocumentViewer document={book} />)
    expect(await screen.findByText('Document not found: Q4 2026 board book.pdf')).toBeDefined()
    unmount()
    status = 500
    render(<DocumentViewer document={book} />)
    const other = await screen.findByRole('link', { name: 'Try Alternative Viewer' })
    expect(other.getAttribute('href')).toBe(content)
    expect(other.getAttribute('download')).toBe('Q4 2026 board book.pdf')
  })

  it('shows one message while offline, and opens when the connection is back', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
    render(<DocumentViewer document={paper} />)
    expect(
      await screen.findByText(/^You are offline, and this document can’t be opened/),
    ).toBeDefined()
    onLine.mockReturnValue(true)
    vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }))
    fireEvent(globalThis as unknown as Window, new Event('online'))
    expect(await screen.findByText('Document not found: budget')).toBeDefined()
    onLine.mockRestore()
  })

  it('shows name, type and Download for a file that isn’t a PDF', async () => {
    status = 503
    render(
      <DocumentViewer
        document={{ id: 'b/1', name: 'Budget.xlsx', mimeType: 'application/vnd.ms-excel' }}
      />,
    )
    expect(screen.getByText('Excel workbook')).toBeDefined()
    const download = screen.getByRole('link', { name: 'Download' })
    expect(download.getAttribute('href')).toBe('/api/documents/b%2F1/content')
    await userEvent.click(download)
    expect(await screen.findByText('Failed to download file')).toBeDefined()
  })

  it.each([
    ['form', 'PDF form', /^This is an interactive form\./],
    ['portfolio', 'PDF portfolio', /^This is a portfolio: several files in one\./],
  ] as const)(
    'says that a PDF is a %s, and offers it as a download',
    (condition, kind, sentence) => {
      render(<DocumentViewer document={{ ...paper, condition }} />)
      expect(screen.getByText(kind)).toBeDefined()
      expect(screen.getByText(sentence)).toBeDefined()
      const download = screen.getByRole('link', { name: 'Download' })
      expect(download.getAttribute('href')).toBe('/api/documents/budget/content')
    },
  )
})

describe('a paper with a picture of its first page', () => {
  const firstPage = { narrow: '/narrow.webp', wide: '/wide.webp', height: 828 }
  const pages = { name: 'Pages of Budget vs Actual.pdf' }

  /** A viewer whose code hasn't been loaded. */
  async function openFresh() {
    vi.resetModules()
    const fresh = await import('./document-viewer.tsx')
    // Then requesting it takes no time.
    await import('./viewer/pdf-pane.tsx')
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    return render(<fresh.DocumentViewer document={{ ...paper, firstPage }} />)
  }

  it.each(['load', 'error'] as const)(
    'requests the viewer’s code after the picture’s %s event',
    async (type) => {
      vi.useFakeTimers()
      const { container } = await openFresh()
      await act(() => vi.advanceTimersByTimeAsync(900))
      expect(screen.queryByRole('region', pages)).toBeNull()
      vi.useRealTimers()
      fireEvent[type](container.querySelector('img[src="/wide.webp"]')!)
      expect(await screen.findByRole('region', pages)).toBeDefined()
    },
  )

  it('doesn’t wait for a picture that is late', async () => {
    vi.useFakeTimers()
    await openFresh()
    await act(() => vi.advanceTimersByTimeAsync(1000))
    vi.useRealTimers()
    expect(await screen.findByRole('region', pages)).toBeDefined()
  })
})
