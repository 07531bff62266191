import { AgendaHead } from './agenda-head.tsx'
import { sampleAgenda } from './agenda-sample.tsx'

const pacific = 'America/Los_Angeles'

export function SameClock() {
  return (
    <p>
      <AgendaHead agenda={sampleAgenda} timeZone={pacific} readersZone={pacific} />
    </p>
  )
}

export function ReaderElsewhere() {
  return (
    <p>
      <AgendaHead agenda={sampleAgenda} timeZone={pacific} readersZone="Pacific/Auckland" />
    </p>
  )
}

export function TimeUnknown() {
  const { location } = sampleAgenda
  return (
    <p>
      <AgendaHead agenda={{ time: '', endTime: '', location }} timeZone={pacific} />
    </p>
  )
}
