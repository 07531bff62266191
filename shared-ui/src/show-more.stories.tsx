import { useState } from 'react'
import { ShowMore } from './show-more.tsx'

export function SomeShown() {
  const [shown, setShown] = useState(50)
  return <ShowMore shown={shown} total={1204} onMore={() => setShown(shown + 50)} />
}

export function SomeLoaded() {
  const [shown, setShown] = useState(100)
  return (
    <ShowMore
      shown={shown}
      total={1204}
      onMore={() => setShown(shown + 100)}
      onAll={() => setShown(1204)}
    />
  )
}
