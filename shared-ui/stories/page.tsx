import '../src/tokens.css'
import '../src/base.css'
import { createRoot } from 'react-dom/client'
import { answerSamplePapers } from './sample-papers.ts'
import { StoriesPage } from './stories-page.tsx'

answerSamplePapers()
createRoot(document.getElementById('stories')!).render(<StoriesPage />)
