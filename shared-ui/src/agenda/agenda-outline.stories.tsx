import { Badge } from '../badge.tsx'
import { AgendaOutline } from './agenda-outline.tsx'
import { sampleAgenda } from './agenda-sample.ts'

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
