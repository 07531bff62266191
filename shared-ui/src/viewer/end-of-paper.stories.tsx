import { BookCheck, History } from 'lucide-react'
import { buttonStyle } from '../button.tsx'
import { EndOfPaper } from './end-of-paper.tsx'
import { PaperEndings } from './reading-contexts.ts'

const press = () => undefined
const tools = [
  { label: 'Mark as read', icon: <BookCheck />, onPress: press },
  { label: 'Versions', icon: <History />, onPress: press },
]
const next = (
  <a href="#next" className={buttonStyle('primary')}>
    Next: Spend-Down Model
  </a>
)

export function WithTheNextPaper() {
  return (
    <PaperEndings value={{ tools, next }}>
      <EndOfPaper name="Budget vs Actual" />
    </PaperEndings>
  )
}
