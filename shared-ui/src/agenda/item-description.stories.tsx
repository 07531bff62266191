import { sampleAgenda } from './agenda-sample.tsx'
import { ItemDescription } from './item-description.tsx'

export function Short() {
  return <ItemDescription text="Trustees only." of="Executive session" />
}

export function Long() {
  const { title, description } = sampleAgenda.items[1]!
  return <ItemDescription text={description!} of={title} />
}
