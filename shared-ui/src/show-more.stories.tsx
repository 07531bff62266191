import { useState } from 'react'
import { ShowMore } from './show-more.tsx'

export function SomeShown() {
  const [shown, setShown] = useState(50)
  return <ShowMore shown={shown} total={1204} onMore={() => setShown(shown + 50)} />
}
