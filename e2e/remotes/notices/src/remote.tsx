import { useState } from 'react'

/** What the kit's `defineRemote` would check. */
const remote = {
  name: 'notices',
  contract: 1,
  audience: 'members',
  navigation: [{ to: '/notices', label: 'Notices', icon: 'megaphone', order: 70 }],
  owns: ['/notices'],
  routes: [{ path: 'notices', Component: Notices }],
  slots: {},
}
export default remote

function Notices() {
  const [isRead, setRead] = useState(false)
  return (
    <>
      <h1 id="page-title" tabIndex={-1}>
        Notices
      </h1>
      <p>{isRead ? 'You have read it.' : 'The office is closed on Friday.'}</p>
      <button onClick={() => setRead(true)}>Mark as read</button>
    </>
  )
}
