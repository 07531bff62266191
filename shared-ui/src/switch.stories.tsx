import { useState } from 'react'
import { Switch } from './switch.tsx'

export function WithLabel() {
  const [on, setOn] = useState(true)
  return <Switch label="Members see this agenda" checked={on} onChange={setOn} showLabel />
}

export function HiddenLabel() {
  const [on, setOn] = useState(false)
  return <Switch label="Members see this agenda" checked={on} onChange={setOn} />
}

export function Disabled() {
  return (
    <>
      <Switch label="On" checked onChange={() => undefined} showLabel disabled />
      <Switch label="Off" checked={false} onChange={() => undefined} showLabel disabled />
    </>
  )
}
