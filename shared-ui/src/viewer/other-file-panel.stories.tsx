import { samplePaper } from '../../stories/page.tsx'
import { OtherFilePanel } from '../document-viewer.tsx'

export function WordDocument() {
  const document = { id: 'minutes', name: 'Minutes.docx', mimeType: 'application/msword' }
  return <OtherFilePanel document={document} />
}

export function WithPreview() {
  const document = {
    id: 'budget',
    name: 'Budget.xlsx',
    mimeType: 'application/vnd.ms-excel',
    webViewLink: 'https://drive.example/view/budget',
  }
  return <OtherFilePanel document={document} />
}

export function PdfForm() {
  return <OtherFilePanel document={{ ...samplePaper, condition: 'form' }} />
}

export function PdfPortfolio() {
  return <OtherFilePanel document={{ ...samplePaper, condition: 'portfolio' }} />
}

export function LongText() {
  const document = {
    id: 'archive',
    name: 'Attachments of the Report of the Governance and Nominating Committee.tar.gz',
    mimeType: 'application/x-gzip-compressed-tape-archive',
  }
  return <OtherFilePanel document={document} />
}
