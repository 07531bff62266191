import { Badge } from '../badge.tsx'
import { ItemPapersList } from './item-papers-list.tsx'
import { AgendaOutline } from './agenda-outline.tsx'
import { sampleAgenda, sampleItemPapers, samplePaperLink } from './agenda-sample.tsx'

export function Items() {
  return <AgendaOutline agenda={sampleAgenda} heading="h2" />
}

export function WithDoneItem() {
  const besides = new Map([['welcome', <Badge key="welcome">Completed</Badge>]])
  return (
    <AgendaOutline
      agenda={sampleAgenda}
      besides={besides}
      done={new Set(['welcome'])}
      heading="h2"
    />
  )
}

export function TimesUnknown() {
  return <AgendaOutline agenda={{ ...sampleAgenda, time: '' }} heading="h2" />
}

export function WithPapers() {
  const list = (
    <ItemPapersList of="Budget vs Actual" papers={sampleItemPapers} link={samplePaperLink} />
  )
  return <AgendaOutline agenda={sampleAgenda} papers={new Map([['budget', list]])} heading="h2" />
}
