import { Images, MoveHorizontal, Printer, Search } from 'lucide-react'
import { ToolButton } from './tool-button.tsx'

const press = () => undefined

/** The label shows under the pointer and on focus. */
export function IconOnly() {
  return <ToolButton label="Print" icon={<Printer />} onPress={press} />
}

export function WithWord() {
  return <ToolButton label="Thumbnails" icon={<Images />} worded onPress={press} />
}

export function WithKeys() {
  return <ToolButton label="Search" keys="Ctrl F" icon={<Search />} onPress={press} />
}

export function Pressed() {
  return <ToolButton label="Fit width" icon={<MoveHorizontal />} pressed onPress={press} />
}

export function Expanded() {
  return <ToolButton label="Search" icon={<Search />} expanded onPress={press} />
}

export function Disabled() {
  return <ToolButton label="Print" icon={<Printer />} disabled onPress={press} />
}
