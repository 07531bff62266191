import { useState } from 'react'
import { PageBox } from './viewer-toolbar.tsx'

export function Few() {
  return <Box pages={12} />
}

export function Many() {
  return <Box pages={1200} />
}

function Box({ pages }: { pages: number }) {
  const [page, setPage] = useState(pages)
  return <PageBox page={page} pages={pages} onGo={setPage} />
}
