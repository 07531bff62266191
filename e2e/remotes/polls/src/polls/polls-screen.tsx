import { foreign } from '@portal/remote-kit/foreign'
import { createRoot } from 'react-dom/client'
import { PollsApp } from './polls-app.tsx'

export const Component = foreign((place, host) => {
  const root = createRoot(place)
  root.render(<PollsApp host={host} />)
  return () => root.unmount()
})
